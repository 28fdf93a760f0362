import type { TokenSigner } from './core/jwt.ts'
import type { NoteSigner } from './core/log/note-signer.ts'
import type { Logger } from './log.ts'
import type { Metrics } from './metrics.ts'
import type { Settings } from './settings.ts'
import type { BlobStore } from './storage/blobs/blob-store.ts'
import type { BytesCache } from './storage/blobs/bytes-cache.ts'
import type { SearchIndex } from './storage/search/search-index.ts'
import type { Db, Storage } from './storage/storage.ts'

/** What a handler may use; there is nothing else in reach. */
export interface App {
  readonly settings: Settings
  readonly storage: Storage
  readonly blobs: BlobStore
  /** Stored bytes and their encodings, by hash only. */
  readonly bytes: BytesCache
  readonly search: SearchIndex
  readonly signer: TokenSigner
  /** Of the log's checkpoints. */
  readonly noteSigner: NoteSigner
  readonly cursorKey: Uint8Array
  /** Of CSRF tokens. */
  readonly csrfKey: Uint8Array
  /** Of the hashes that stand for clients' networks. */
  readonly networkKey: Uint8Array
  /** ISO 8601 with milliseconds. */
  now(): string
  /** The clock that judges leases: that of the database where it has one, and it never goes back. */
  clock(db: Db): Promise<string>
  /** UUIDv4: ids are random, so that nobody can count what they may not see. */
  newId(): string
  random(bytes: number): Uint8Array
  /** Does something small after the answer, once at a time for each name; closing waits for it. */
  afterwards(name: string, work: () => Promise<void>): void
  readonly log: Logger
  readonly metrics: Metrics
}
