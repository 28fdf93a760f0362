import { readdir, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { RecoveryRow } from '@colophon/contract'
import { siblingModule } from '../../runtime/sibling-module.ts'
import type { Frozen, FrozenTables } from '../recovery/recovery-tables.ts'
import type { FreezeData } from './freeze-thread.ts'
import { inThread } from './kept-thread.ts'

/** Each copy is a database file of its own, named after the site's: a reader of it is in nobody's way. */
export function freezeBesideFile(file: string): FrozenTables {
  const fileOf = (id: string) => `${file}.snapshot-${id}`
  return {
    freeze: (id) => {
      const data: FreezeData = { file, copy: fileOf(id) }
      return inThread<Frozen>(siblingModule(import.meta.url, 'freeze-thread'), data)
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
    async drop(id) {
      for (const suffix of SUFFIXES) await rm(fileOf(id) + suffix, { force: true })
    },
    isMaking: async (id) => isLocked(fileOf(id)),
    async sweep(named) {
      const prefix = basename(fileOf(''))
      const found = (await readdir(dirname(file))).filter((name) => name.startsWith(prefix))
      const known = await named()
      for (const name of found)
        if (!known.has(name.slice(prefix.length).replace(/-[a-z]+$/, '')))
          await rm(join(dirname(file), name), { force: true })
    },
  }
}

/** Of a copy, and of what SQLite may write beside it. */
const SUFFIXES = ['', '-journal', '-wal', '-shm'] as const
/** A capture takes its lock within this time, and gives it back when it is over. */
const GRACE_MILLISECONDS = 10_000

/** The transaction of a capture locks its copy; a process that was killed has lost its locks. */
async function isLocked(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null)
  if (found === null) return false
  if (Date.now() - found.mtimeMs < GRACE_MILLISECONDS) return true
  const copy = new DatabaseSync(path, { timeout: 0 })
  try {
    copy.exec('begin immediate; rollback')
    return false
  } catch {
    return true
  } finally {
    copy.close()
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
