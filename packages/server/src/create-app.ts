import { randomUUID } from 'node:crypto'
import { createAfterwards } from './afterwards.ts'
import type { App } from './app.ts'
import { isInMaintenance } from './command/maintenance.ts'
import { deriveKey } from './core/cursor.ts'
import { createSigner } from './core/jwt.ts'
import { createNoteSigner } from './core/log/note-signer.ts'
import { createLogger } from './log.ts'
import { createMetrics } from './metrics.ts'
import { createRandomPool } from './random-pool.ts'
import type { Settings } from './settings.ts'
import { readSigningKeys } from './signing-key.ts'
import { createSteadyClock } from './steady-clock.ts'
import { createBytesCache } from './storage/blobs/bytes-cache.ts'
import { openBlobs } from './storage/blobs/open-blobs.ts'
import { openStorage } from './storage/open-storage.ts'
import { createSearchIndex } from './storage/search/search-index.ts'
import type { Db, Storage } from './storage/storage.ts'

/** Bytes and their encodings kept in memory, in bytes. */
const KEPT_BYTES = 8 * 1024 * 1024

export interface OpenedApp {
  readonly app: App
  close(): Promise<void>
}

/** What a test may hold still. */
interface Chances {
  /** Also the clock of leases, on every engine. */
  now?: () => string
  write?: (line: string) => void
}

/** The only place that picks engines. */
export async function createApp(settings: Settings, chances: Chances = {}): Promise<OpenedApp> {
  const keys = await readSigningKeys(settings)
  const secret = keys[0]?.d
  if (secret === undefined) throw new Error('the signing key has no private part')
  const derive = (purpose: string) => deriveKey(Buffer.from(secret, 'base64url'), purpose)
  const storage = await openStorage(settings.databaseUrl)
  const blobs = openBlobs(settings.blobs, storage, process.env)
  const log = createLogger(settings.logLevel, chances.write ?? ((line) => process.stderr.write(line)))
  const afterwards = createAfterwards(log)
  const cursorKey = derive('cursors')
  const search = createSearchIndex({
    storage,
    log,
    thread: { databaseUrl: settings.databaseUrl, blobs: settings.blobs, cursorKey },
    isPaused: isInMaintenance,
  })
  const app: App = {
    settings,
    storage,
    blobs,
    bytes: createBytesCache(KEPT_BYTES),
    search,
    signer: await createSigner(keys, settings.baseUrl),
    noteSigner: createNoteSigner(keys, settings.baseUrl),
    cursorKey,
    csrfKey: derive('csrf tokens'),
    networkKey: derive('networks'),
    now: chances.now ?? systemTime,
    clock: leaseClock(storage, chances),
    newId: () => randomUUID(),
    random: createRandomPool(),
    afterwards: afterwards.start,
    log,
    metrics: createMetrics(),
  }
  return {
    app,
    async close() {
      await search.close()
      await afterwards.settled()
      await blobs.close()
      await storage.close()
    },
  }
}

let current = { milliseconds: Number.NaN, text: '' }

/** Written once a millisecond: a request asks several times, and so do those beside it. */
function systemTime(): string {
  const milliseconds = Date.now()
  if (current.milliseconds !== milliseconds)
    current = { milliseconds, text: new Date(milliseconds).toISOString() }
  return current.text
}

/** Processes on several hosts share the database's clock; those with one file share a machine. */
function leaseClock(storage: Storage, { now }: Chances): (db: Db) => Promise<string> {
  const steady = createSteadyClock(now === undefined ? () => performance.now() : () => 0)
  const read = async (db: Db) => now?.() ?? (await storage.time(db)) ?? systemTime()
  return async (db) => steady(await read(db))
}
