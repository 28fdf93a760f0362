import type { NoteSigner } from '@colophon/log'
import type { TokenSigner } from './core/jwt.ts'
import type { TextRenderer } from './render/text-renderer.ts'
import type { Logger } from './runtime/logger.ts'
import type { Metrics } from './runtime/metrics.ts'
import type { Settings } from './runtime/settings.ts'
import type { SearchIndex } from './search/indexer/search-index.ts'
import type { BlobStore } from './storage/blobs/blob-store.ts'
import type { BytesCache } from './storage/blobs/bytes-cache.ts'
import type { Db, Storage } from './storage/storage.ts'

/** What a handler may use; there is nothing else in reach. */
export interface App {
  readonly settings: Settings
  readonly storage: Storage
  readonly blobs: BlobStore
  /** Stored bytes and their encodings, by hash only. */
  readonly bytes: BytesCache
  readonly search: SearchIndex
  /** The reading pages and the console share its worker. */
  readonly textRenderer: TextRenderer
  readonly keys: Keys
  readonly ambient: Ambient
  /** Runs a small task after the response, one at a time for each name; closing waits for it. */
  runInBackground(name: string, work: () => Promise<void>): void
  readonly telemetry: Telemetry
}

/** Everything that signs or seals; all of it is derived from the signing keys. */
interface Keys {
  readonly signer: TokenSigner
  /** Of the log's checkpoints. */
  readonly noteSigner: NoteSigner
  readonly cursorKey: Uint8Array
  /** Of CSRF tokens. */
  readonly csrfKey: Uint8Array
  /** Of the hashes that stand for clients' networks. */
  readonly networkKey: Uint8Array
}

/** Clocks and chance: what no rule reads by itself. */
interface Ambient {
  /** ISO 8601 with milliseconds. */
  now(): string
  /** Milliseconds since the process began, by a clock that nobody sets. */
  elapsed(): number
  /** The clock that judges leases: that of the database where it has one, and it never goes back. */
  clock(db: Db): Promise<string>
  /** UUIDv4: ids are random, so that nobody can count what they may not see. */
  newId(): string
  random(bytes: number): Uint8Array
}

interface Telemetry {
  readonly log: Logger
  readonly metrics: Metrics
}
