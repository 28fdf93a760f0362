import { readdir, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { RecoveryRow } from '@colophon/contract'
import { siblingModule } from '../../runtime/sibling-module.ts'
import type { Frozen, FrozenTables } from '../recovery/recovery-tables.ts'
import type { FreezeData } from './freeze-thread.ts'
import { inThread } from './kept-thread.ts'
import { type CopyReader, createCopyReader } from './open-copy.ts'

/** Each copy is a database file of its own, named after the site's: a reader of it is in nobody's way. */
export function freezeBesideFile(file: string): FrozenTables & Pick<CopyReader, 'close'> {
  const fileOf = (id: string) => `${file}.snapshot-${id}`
  const reader = createCopyReader()
  return {
    freeze: (id) => {
      const data: FreezeData = { file, copy: fileOf(id) }
      return inThread<Frozen>(siblingModule(import.meta.url, 'freeze-thread'), data)
    },
    rows: async (id, table, { offset, limit }) =>
      reader
        .all(fileOf(id), `select * from ${quoted(table)} where rowid > ? order by rowid limit ?`, [
          offset,
          limit,
        ])
        .map((row) => ({ ...row }) as RecoveryRow),
    hasObject: async (id, sha256) =>
      reader.all(fileOf(id), 'select 1 from objects where sha256 = ?', [sha256]).length > 0,
    async drop(id) {
      reader.close()
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
    close: reader.close,
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

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
