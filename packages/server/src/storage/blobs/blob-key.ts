import { sha256Hex } from '../../core/hash.ts'

export class BlobAltered extends Error {
  override name = 'BlobAltered'
}

/** Refuses bytes under a key that is not their SHA-256: what is stored can be believed by its name. */
export function requireBlobKey(sha256: string, bytes: Uint8Array): void {
  if (sha256Hex(bytes) !== sha256) throw new BlobAltered(`the bytes of blob ${sha256} have another SHA-256`)
}
