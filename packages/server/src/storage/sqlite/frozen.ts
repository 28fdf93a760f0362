import { rm } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import type { RecoveryRow } from '@colophon/contract'
import type { Frozen, FrozenTables } from '../recovery/frozen-tables.ts'
import type { FreezeData } from './freeze-thread.ts'
import { inThread } from './in-thread.ts'

/** Each copy is a database file of its own, named after the site's: a reader of it is in nobody's way. */
export function freezeBesideFile(file: string): FrozenTables {
  const fileOf = (id: string) => `${file}.snapshot-${id}`
  return {
    freeze: (id) => {
      const data: FreezeData = { file, copy: fileOf(id) }
      return inThread<Frozen>(new URL('./freeze-thread.ts', import.meta.url), data)
    },
    rows: async (id, table, { offset, limit }) =>
      withCopy(fileOf(id), (copy) =>
        copy
          .prepare(`select * from ${quoted(table)} where rowid > ? order by rowid limit ?`)
          .all(offset, limit)
          .map((row) => ({ ...row }) as RecoveryRow),
      ),
    hasObject: async (id, sha256) =>
      withCopy(
        fileOf(id),
        (copy) => copy.prepare('select 1 from objects where sha256 = ?').get(sha256) !== undefined,
      ),
    drop: (id) => rm(fileOf(id), { force: true }),
  }
}

/** Opened for each page: another process may drop the file at any time, and whoever has it open reads on. */
function withCopy<T>(path: string, work: (copy: DatabaseSync) => T): T {
  const copy = new DatabaseSync(path, { readOnly: true })
  try {
    return work(copy)
  } finally {
    copy.close()
  }
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
