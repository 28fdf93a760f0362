/** What a press told that a mirror does not store. */
export class MirrorRefused extends Error {
  override readonly name = 'MirrorRefused'
}
