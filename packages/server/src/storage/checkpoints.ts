import type { DatabaseSync } from 'node:sqlite'
import { inThread } from './in-thread.ts'

export interface Checkpoints {
  /** Called now and then while no transaction is open. */
  look(): void
  /** Resolves when nothing is under way. */
  settled(): Promise<void>
}

/**
 * Keeps the log of the database short. Copying it into the file and making that durable takes as long as dozens
 * of commits, so a thread does it while the writer goes on; what was committed meanwhile is little, and copied
 * here. The log, now copied wholly, is then written from its beginning again.
 */
export function createCheckpoints(writer: DatabaseSync, file: string, longest: number): Checkpoints {
  // It does nothing but tell: busy, pages in the log, pages of it that have been copied.
  const ask = writer.prepare('pragma wal_checkpoint(noop)', { returnArrays: true })
  const copy = writer.prepare('pragma wal_checkpoint(passive)')
  let underWay: Promise<void> | null = null
  let isRestLeft = false
  let seen = 0
  let due = longest
  return {
    look() {
      if (isRestLeft) isRestLeft = attempt(() => copy.all()) === null
      const pages = logged(attempt(() => ask.get()))
      if (pages < seen) due = longest
      seen = pages
      if (underWay !== null || pages < due) return
      // While somebody reads in it, the log goes on, and copying the same again would not shorten it.
      due = pages + longest
      underWay = inThread(new URL('./checkpoint-thread.ts', import.meta.url), file)
        // A thread that fails is nobody's fault here: SQLite itself copies a log that grows on.
        .catch(() => {})
        .then(() => {
          underWay = null
          isRestLeft = true
        })
    },
    settled: async () => {
      await underWay
    },
  }
}

/** On a full disk, or one that fails, the log stays whole and is tried again: no commit depends on its copy. */
function attempt(run: () => unknown): unknown {
  try {
    return run()
  } catch {
    return null
  }
}

function logged(row: unknown): number {
  return Array.isArray(row) ? Number(row[1]) : 0
}
