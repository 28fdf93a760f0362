import { closeSync, existsSync, fsyncSync, mkdirSync, openSync } from 'node:fs'
import { readdir, stat, statfs } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { MEMORY } from '../../runtime/memory.ts'
import { siblingModule } from '../../runtime/sibling-module.ts'
import { isMigrated, migrate } from '../migrate.ts'
import { isRefusedWrite } from '../portable.ts'
import type { EngineStorage } from '../storage.ts'
import { Checkpoints } from './checkpoints.ts'
import { createSqliteConnection } from './connection.ts'
import { createTxFactory, openHandle, openLoneHandle } from './dialect.ts'
import { freezeBesideFile } from './frozen.ts'
import { beginImmediate, createGroupCommit } from './group-commit.ts'
import { inThread } from './kept-thread.ts'
import { openAsItIs, openReader } from './open-reader.ts'
import { rebuildInFile } from './rebuilt.ts'
import { createTableVersions } from './table-versions.ts'

const OPENING_MILLISECONDS = 10_000
/** Pages of 4 KiB in the log: 56 MB, so that a page is copied once that many commits changed. */
const LONGEST_LOG = 14_000
/** Between two looks at the log: one takes as long as a statement. */
const CHECK_MILLISECONDS = 5

/** Opens the site's one file, makes it when it is missing, and brings its tables up to date. */
export async function openSqlite(path: string): Promise<EngineStorage> {
  const file = resolve(path)
  createPrivateFile(file)
  const writer = openAsItIs(file, () => openWriter(file))
  try {
    await migrateUnderLock(writer)
    const reader = openReader(file, OPENING_MILLISECONDS)
    reader.exec(`pragma cache_size = -${MEMORY.readerCacheKib}`)
    return makeStorage(writer, reader, file)
  } catch (error) {
    writer.close()
    throw error
  }
}

function makeStorage(writer: DatabaseSync, reader: DatabaseSync, file: string): EngineStorage {
  const epoch = watchOthers(writer)
  const versions = createTableVersions(epoch.now)
  const shared = { versions, kept: new Map() }
  const checkpoints = new Checkpoints(writer, file, LONGEST_LOG)
  const idleTimer = setTimeout(
    () => writer.exec('pragma shrink_memory'),
    MEMORY.writerRestMilliseconds,
  ).unref()
  const connection = createSqliteConnection(writer, versions)
  const frozen = freezeBesideFile(file)
  const commits = createGroupCommit(writer, {
    createTx: createTxFactory(connection, shared),
    changes: connection.changes,
    began: epoch.ask,
    settled: versions.settle,
    rested: atMostEvery(CHECK_MILLISECONDS, () => {
      checkpoints.look()
      idleTimer.refresh()
    }),
  })
  return {
    engine: 'sqlite',
    read: openHandle(createSqliteConnection(reader, versions), shared),
    write: commits.write,
    dataVersion: versions.all,
    moments: null,
    time: async () => null,
    size: async () =>
      readPragma(reader, 'page_count') * readPragma(reader, 'page_size') + (await copyBytes(file)),
    free: () => freeBytes(dirname(file)),
    counts: () => inThread(siblingModule(import.meta.url, 'count-thread'), file),
    frozen,
    rebuilt: rebuildInFile(),
    ping: async () => void reader.prepare('select 1').get(),
    async close() {
      await commits.close()
      await checkpoints.close()
      clearTimeout(idleTimer)
      frozen.close()
      if (writer.isOpen) closeWriter(writer)
      if (reader.isOpen) reader.close()
    },
  }
}

function atMostEvery(milliseconds: number, act: () => void): () => void {
  let due = 0
  return () => {
    const now = performance.now()
    if (now < due) return
    due = now + milliseconds
    act()
  }
}

/**
 * Tells when other connections have committed: the writer's `data_version` counts their commits, and not its
 * own. Asking locks a page of the log's index, so it is asked once a turn of the event loop: a request that
 * arrives after a commit elsewhere was answered is read in a later turn than that commit. A transaction asks
 * when it has begun, and from then on nobody else commits.
 */
function watchOthers(writer: DatabaseSync) {
  const version = writer.prepare('pragma data_version', { returnArrays: true })
  let seen = Number.NaN
  let epoch = 0
  let isKnown = false
  const forget = () => {
    isKnown = false
  }
  const ask = () => {
    const found = firstNumber(version.get())
    if (found !== seen) epoch += 1
    seen = found
    if (!isKnown) setImmediate(forget)
    isKnown = true
  }
  return {
    ask,
    now(): number {
      if (!isKnown) ask()
      return epoch
    },
  }
}

/**
 * The log is folded into the file. The last to close is the reader, which may not delete what lies beside it: the next
 * start needs the index of the log, and a disk that is full by then has no room for a new one.
 */
function closeWriter(writer: DatabaseSync): void {
  try {
    writer.exec('pragma wal_checkpoint(truncate)')
  } catch {
    // A full disk, or one that fails: the log stays, whole, and the next start reads it.
  }
  writer.close()
}

/**
 * SQLite gives its log the mode of the file, and does not make the file's own name durable. A file that is there on a
 * disk that takes no writes is left as it is.
 */
function createPrivateFile(file: string): void {
  const folder = dirname(file)
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    closeSync(openSync(file, 'a', 0o600))
  } catch (error) {
    if (isRefusedWrite(error) && existsSync(file)) return
    throw error
  }
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}

/**
 * Small caches and no memory map: the system's page cache serves the rest, and is not ours to hold; the writer's
 * is larger while it writes, for ids are random and rows land on any page. Savepoints keep what they may undo in
 * memory, not in a file. SQLite never copies the log by itself: after a long reader that would be one commit's time.
 */
function openWriter(file: string): DatabaseSync {
  const database = new DatabaseSync(file, {
    timeout: OPENING_MILLISECONDS,
    enableForeignKeyConstraints: true,
  })
  try {
    makeDurable(database)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

function makeDurable(database: DatabaseSync): void {
  database.exec(`
    pragma journal_mode = wal;
    pragma synchronous = full;
    pragma journal_size_limit = 67108864;
    pragma cache_size = -${MEMORY.writerCacheKib};
    pragma temp_store = memory;
    pragma wal_autocheckpoint = 0;
    pragma busy_timeout = 0;
  `)
  requireDurable(database)
}

/** A commit that was answered must outlive a power failure: believe the settings only when read back. */
function requireDurable(database: DatabaseSync): void {
  const mode = database.prepare('pragma journal_mode').get()?.journal_mode
  const synchronous = readPragma(database, 'synchronous')
  if (mode === 'wal' && synchronous === 2) return
  throw new Error(`SQLite refused durable writes: journal_mode is ${mode}, synchronous is ${synchronous}`)
}

async function migrateUnderLock(writer: DatabaseSync): Promise<void> {
  const db = openLoneHandle(writer)
  if (await isMigrated(db)) return
  await beginImmediate(writer)
  try {
    await migrate(db)
    writer.exec('commit')
  } catch (error) {
    if (writer.isTransaction) writer.exec('rollback')
    throw error
  }
}

/** The copies of snapshots lie beside the file. */
async function copyBytes(file: string): Promise<number> {
  const prefix = `${basename(file)}.snapshot-`
  const names = (await readdir(dirname(file))).filter((name) => name.startsWith(prefix))
  const sizes = names.map((name) =>
    stat(join(dirname(file), name)).then(
      ({ size }) => size,
      () => 0,
    ),
  )
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

/** What an ordinary user may still take. */
async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

function readPragma(database: DatabaseSync, name: 'page_count' | 'page_size' | 'synchronous'): number {
  return firstNumber(database.prepare(`pragma ${name}`, { returnArrays: true }).get())
}

function firstNumber(row: unknown): number {
  return Array.isArray(row) ? Number(row[0]) : Number.NaN
}
