import { randomUUID } from 'node:crypto'
import type { App } from './app.ts'
import { isInMaintenance } from './command/maintenance.ts'
import { deriveKey } from './core/cursor.ts'
import { createSigner } from './core/jwt.ts'
import { createTextRenderer } from './render/text-renderer.ts'
import { createBackgroundTasks } from './runtime/background-tasks.ts'
import { openLogSigner } from './runtime/log-signer.ts'
import { createLogger } from './runtime/logger.ts'
import { MEMORY } from './runtime/memory.ts'
import { createMetrics } from './runtime/metrics.ts'
import { openMirroredSigner } from './runtime/mirrored-note.ts'
import { createMonotonicClock, createRandomPool } from './runtime/monotonic-clock.ts'
import type { Settings } from './runtime/settings.ts'
import { readLogKeys, readSigningKeys } from './runtime/signing-key.ts'
import { createSearchIndex } from './search/indexer/search-index.ts'
import { createBytesCache } from './storage/blobs/bytes-cache.ts'
import { openBlobs, openStorage } from './storage/open-storage.ts'
import type { Db, Storage } from './storage/storage.ts'

export interface OpenedApp {
  readonly app: App
  close(): Promise<void>
}

/** What a test may replace. */
interface TestOverrides {
  /** Also the clock of leases, on every engine. */
  now?: () => string
  elapsed?: () => number
  write?: (line: string) => void
}

/** The only place that picks engines. */
export async function createApp(settings: Settings, testOverrides: TestOverrides = {}): Promise<OpenedApp> {
  const keys = await readSigningKeys(settings)
  const logKeys = await readLogKeys(settings, keys)
  const secret = keys[0]?.d
  if (secret === undefined) throw new Error('the signing key has no private part')
  const derive = (purpose: string) => deriveKey(Buffer.from(secret, 'base64url'), purpose)
  const log = createLogger(settings.logLevel, testOverrides.write ?? ((line) => process.stderr.write(line)))
  const storage = await openStorage(settings.databaseUrl, {
    readUrl: settings.databaseReadUrl,
    tell: (line) => log.warn(line),
  })
  const blobs = openBlobs(settings.blobs, storage, process.env)
  const backgroundTasks = createBackgroundTasks(log)
  const cursorKey = derive('cursors')
  const metrics = createMetrics()
  const search = createSearchIndex({
    storage,
    log,
    countLost: metrics.lost,
    thread: { databaseUrl: settings.databaseUrl, blobs: settings.blobs, index: settings.search, cursorKey },
    isPaused: isInMaintenance,
  })
  const bytes = createBytesCache(MEMORY.bytesCache)
  const textRenderer = createTextRenderer({ settings, bytes })
  const app: App = {
    settings,
    storage,
    blobs,
    bytes,
    search,
    textRenderer,
    keys: {
      signer: await createSigner(keys, settings.baseUrl),
      noteSigner:
        settings.mirror === null
          ? openLogSigner(logKeys, settings.baseUrl)
          : await openMirroredSigner(settings.mirror),
      cursorKey,
      csrfKey: derive('csrf tokens'),
      networkKey: derive('networks'),
    },
    ambient: {
      now: testOverrides.now ?? systemTime,
      elapsed: testOverrides.elapsed ?? (() => performance.now()),
      clock: leaseClock(storage, testOverrides),
      newId: () => randomUUID(),
      random: createRandomPool(),
    },
    runInBackground: backgroundTasks.start,
    telemetry: { log, metrics },
  }
  return {
    app,
    async close() {
      textRenderer.close()
      await search.close()
      await backgroundTasks.settled()
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
function leaseClock(storage: Storage, { now }: TestOverrides): (db: Db) => Promise<string> {
  const monotonic = createMonotonicClock(now === undefined ? () => performance.now() : () => 0)
  const read = async (db: Db) => now?.() ?? (await storage.time(db)) ?? systemTime()
  return async (db) => monotonic(await read(db))
}
