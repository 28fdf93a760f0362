import { rm } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import type { FreezeData } from './freeze-thread.ts'
import type { Frozen, FrozenRow, FrozenTables } from './frozen-tables.ts'

/** Each copy is a database file of its own, named after the site's: a reader of it is in nobody's way. */
export function freezeBesideFile(file: string): FrozenTables {
  const fileOf = (id: string) => `${file}.snapshot-${id}`
  return {
    freeze: (id) => freezeInThread({ file, copy: fileOf(id) }),
    rows: async (id, table, { offset, limit }) =>
      withCopy(fileOf(id), (copy) =>
        copy
          .prepare(`select * from ${quoted(table)} where rowid > ? order by rowid limit ?`)
          .all(offset, limit)
          .map((row) => ({ ...row }) as FrozenRow),
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

/** Seconds of work on a large site: the event loop goes on meanwhile. */
function freezeInThread(data: FreezeData): Promise<Frozen> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./freeze-thread.ts', import.meta.url), {
      workerData: data,
      execArgv: [],
    })
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('The thread that captures ended without an answer')))
  })
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
