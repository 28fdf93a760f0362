/** A folder that was named is not one for this work: it is no mirror, holds no backup, or holds other things. */
export class FolderRefused extends Error {
  override readonly name = 'FolderRefused'
}
