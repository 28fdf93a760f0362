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
  return {
    look() {
      if (isRestLeft) copy.all()
      isRestLeft = false
      if (underWay !== null || logged(ask.get()) < longest) return
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

function logged(row: unknown): number {
  return Array.isArray(row) ? Number(row[1]) : 0
}
