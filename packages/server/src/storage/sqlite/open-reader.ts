import { statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { isRefusedWrite } from '../portable.ts'

/**
 * Opens a site's file for reading; waits so many milliseconds where another connection has it to itself. Throws what
 * SQLite says where it cannot be read.
 */
export function openReader(file: string, timeout: number): DatabaseSync {
  return openAsItIs(file, () => {
    const database = new DatabaseSync(file, { readOnly: true, timeout })
    return firstRead(database)
  })
}

/**
 * SQLite reads a file in WAL mode only with an index of its log beside it, which a full disk has no room for and a
 * read-only one no place. Where the log is empty the file is all there is, and can be read without: nobody can write
 * to it either.
 */
export function openAsItIs(file: string, open: () => DatabaseSync): DatabaseSync {
  try {
    return open()
  } catch (error) {
    if (!isRefusedWrite(error) || logBytes(file) > 0) throw error
    return firstRead(new DatabaseSync(`${pathToFileURL(file).href}?immutable=1`, { readOnly: true }))
  }
}

/** To open a file reads nothing of it. */
function firstRead(database: DatabaseSync): DatabaseSync {
  try {
    database.exec('select 1 from sqlite_schema limit 1')
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

function logBytes(file: string): number {
  return statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0
}
