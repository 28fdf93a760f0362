import { sha256Hex } from '../../core/hash.ts'
import type { Tx } from '../storage.ts'

/**
 * Immutable bytes by their SHA-256. `put` is safe to repeat (same key, same bytes); `get` returns null for
 * absence only and throws for every other failure. Bytes go in before the row that names them: a blob
 * without a row is unreferenced, a row without a blob is damage.
 */
export interface BlobStore {
  put(sha256: string, bytes: Uint8Array): Promise<void>
  /** The same, and bytes that were damaged under the key are replaced. */
  repair(sha256: string, bytes: Uint8Array): Promise<void>
  get(sha256: string): Promise<Uint8Array | null>
  has(sha256: string): Promise<boolean>
  /**
   * Puts inside the caller's transaction, where the store lives in the same database; null where it does
   * not, and then bytes are put before the transaction that names them commits.
   */
  readonly putWithin: ((tx: Tx, sha256: string, bytes: Uint8Array) => Promise<void>) | null
  /**
   * Forgets bytes that nothing names, inside the caller's transaction; null where the store does not live in the same database, and
   * nothing is ever removed.
   */
  readonly removeWithin: ((tx: Tx, hashes: readonly string[]) => Promise<void>) | null
  /** Rejects when the store does not answer. */
  ping(): Promise<void>
  close(): Promise<void>
}

export class BlobAltered extends Error {
  override name = 'BlobAltered'
}

/** What a log says, and a metric counts, of a catalogued object whose bytes cannot be given out. */
export type LostCode = 'object_missing' | 'object_altered'

export class ObjectLost extends Error {
  override name = 'ObjectLost'
  readonly code: LostCode

  constructor(code: LostCode, sha256: string, cause?: unknown) {
    super(`the bytes of object ${sha256} are ${code === 'object_missing' ? 'missing' : 'altered'}`, { cause })
    this.code = code
  }
}

/** Refuses bytes under a key that is not their SHA-256: what is stored can be believed by its name. */
export function requireBlobKey(sha256: string, bytes: Uint8Array): void {
  if (sha256Hex(bytes) !== sha256) throw new BlobAltered(`the bytes of blob ${sha256} have another SHA-256`)
}
