import { closeSync, fsyncSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'
import type { Frozen } from './frozen-tables.ts'
import { RECOVERED_TABLES, type RecoveredTable } from './recovery-tables.ts'

export interface FreezeData {
  readonly file: string
  readonly copy: string
}

/** Writes every recovered table of a site's file into a new one, from one read transaction. */
function freeze({ file, copy }: FreezeData): Frozen {
  // Made before SQLite opens it, for nobody else to read.
  closeSync(openSync(copy, 'wx', 0o600))
  const database = new DatabaseSync(copy)
  try {
    // A copy that was not finished is never read: it needs no journal, and is made durable at once at its end.
    database.exec('pragma journal_mode = off; pragma synchronous = off')
    database.prepare('attach ? as site').run(`${pathToFileURL(file).href}?mode=ro`)
    // In WAL mode the first read fixes what is seen until the commit, and writers are not held up by it.
    database.exec('begin')
    const tables = RECOVERED_TABLES.map((table) => ({ name: table.name, rows: copyTable(database, table) }))
    const blobs = countObjects(database)
    database.exec('commit')
    database.exec('detach site')
    database.exec('create unique index objects_by_hash on objects (sha256)')
    return { tables, blobs }
  } finally {
    database.close()
    syncFile(copy)
    syncFile(dirname(copy))
  }
}

/** Rows are inserted in the order of the key: the copy's own row numbers, 1, 2, 3 ..., are their positions. */
function copyTable(database: DatabaseSync, { name, key, only }: RecoveredTable): number {
  const condition = only === null ? '' : `where "${only[0]}" = '${only[1]}'`
  const order = key.map((column) => `"${column}"`).join(', ')
  database.exec(`create table main."${name}" as select * from site."${name}" ${condition} order by ${order}`)
  return Number(database.prepare(`select count(*) as rows from main."${name}"`).get()?.rows)
}

function countObjects(database: DatabaseSync): Frozen['blobs'] {
  const row = database
    .prepare('select count(*) as count, coalesce(sum(size), 0) as bytes from main.objects')
    .get()
  return { count: Number(row?.count), bytes: Number(row?.bytes) }
}

function syncFile(path: string): void {
  const handle = openSync(path, 'r')
  fsyncSync(handle)
  closeSync(handle)
}

parentPort?.postMessage(freeze(workerData as FreezeData))
