import { closeSync, fdatasyncSync, fsyncSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'
import { COPIED_TABLES, type Frozen, type RecoveredTableName } from '../recovery/recovery-tables.ts'

export interface FreezeData {
  readonly file: string
  readonly copy: string
}

/** Writes every recovered table of a site's file into a new one, from one read transaction. */
function freeze({ file, copy }: FreezeData): Frozen {
  // Made before SQLite opens it, for nobody else to read.
  const handle = openSync(copy, 'wx', 0o600)
  const database = new DatabaseSync(copy)
  try {
    // A copy that was not finished is never read: it needs no journal, and is made durable by us.
    database.exec('pragma journal_mode = off; pragma synchronous = off')
    database.prepare('attach ? as site').run(`${pathToFileURL(file).href}?mode=ro`)
    // In WAL mode the first read fixes what is seen until the commit, and writers are not held up by it.
    database.exec('begin; select 1 from site.sqlite_schema limit 1')
    const flush = () => fdatasyncSync(handle)
    const tables = COPIED_TABLES.map((table) => ({
      name: table.name,
      rows: copyTable(database, table, flush),
    }))
    const blobs = countObjects(database)
    database.exec('commit')
    database.exec('detach site')
    return { tables, blobs }
  } finally {
    database.close()
    fsyncSync(handle)
    closeSync(handle)
    syncFolder(dirname(copy))
  }
}

/** Of so many rows the disk writes at most some megabytes at a time. */
const STRETCH_ROWS = 2000

/**
 * Rows are inserted in the order of the key: the copy's own row numbers, 1, 2, 3 ..., are their positions. Each
 * stretch is made durable by itself: the commits of the site share the disk, and must not wait for the whole copy.
 */
function copyTable(
  database: DatabaseSync,
  { name, key, only }: RecoveredTableName,
  flush: () => void,
): number {
  const columns = key.map((column) => `"${column}"`).join(', ')
  const condition = only === null ? 'true' : `"${only[0]}" = '${only[1]}'`
  const stretch = (place: string) => `
    insert into main."${name}" select * from site."${name}"
    where ${condition} and ${place} order by ${columns} limit ${STRETCH_ROWS}`
  database.exec(`create table main."${name}" as select * from site."${name}" limit 0`)
  if (name === 'objects') database.exec('create unique index main.objects_by_hash on objects (sha256)')
  const next = database.prepare(stretch(`(${columns}) > (${key.map(() => '?').join(', ')})`))
  const last = database.prepare(`select ${columns} from main."${name}" order by rowid desc limit 1`)
  let rows = 0
  for (let found = Number(database.prepare(stretch('true')).run().changes); found > 0; ) {
    flush()
    rows += found
    found = found < STRETCH_ROWS ? 0 : Number(next.run(...Object.values(last.get() ?? {})).changes)
  }
  return rows
}

function countObjects(database: DatabaseSync): Frozen['blobs'] {
  const row = database
    .prepare('select count(*) as count, coalesce(sum(size), 0) as bytes from main.objects')
    .get()
  return { count: Number(row?.count), bytes: Number(row?.bytes) }
}

function syncFolder(path: string): void {
  const handle = openSync(path, 'r')
  fsyncSync(handle)
  closeSync(handle)
}

parentPort?.postMessage(freeze(workerData as FreezeData))
