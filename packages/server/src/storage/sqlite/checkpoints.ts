import type { DatabaseSync } from 'node:sqlite'
import { keepThread } from './kept-thread.ts'

export interface Checkpoints {
  /** Called now and then while no transaction is open. */
  look(): void
  /** Resolves when nothing is under way. */
  settled(): Promise<void>
  /** The same, and the thread is over. */
  close(): Promise<void>
}

/** Pages of the log, 4 MB: what the writer copies itself takes no longer than a commit or two. */
const SMALL_REST = 1000
/** Where more than that is committed while the thread copies, it is sent again, but not for ever. */
const MOST_SENT = 4
/** Longer than a busy writer takes to fill the log again. */
const QUIET_MILLISECONDS = 3000

/**
 * Keeps the log of the database short. Copying it into the file and making that durable takes as long as dozens
 * of commits, so a thread does it while the writer goes on; what was committed meanwhile is little, and copied
 * here. The log, now copied wholly, is then written from its beginning again. While somebody reads in the log,
 * as a capture does, it cannot be copied beyond that, and the thread comes again when it has grown further.
 */
export function createCheckpoints(writer: DatabaseSync, file: string, longest: number): Checkpoints {
  // It does nothing but tell: busy, pages in the log, pages of it that have been copied.
  const ask = writer.prepare('pragma wal_checkpoint(noop)', { returnArrays: true })
  const copy = writer.prepare('pragma wal_checkpoint(passive)')
  const thread = keepThread(new URL('./checkpoint-thread.ts', import.meta.url), file, QUIET_MILLISECONDS)
  let underWay: Promise<void> | null = null
  /** The pages that the last thread found, until it is known what came of it. */
  let asked: number | null = null
  let isFailed = false
  let sent = 0
  let seen = 0
  let due = longest

  function send(pages: number): void {
    asked = pages
    sent += 1
    // While somebody reads in it, the log goes on, and copying the same again would not shorten it.
    due = pages + longest
    underWay = thread
      .ask()
      .then(
        () => false,
        // Without a thread the writer waits: a log that is never copied fills the disk.
        () => true,
      )
      .then((failed) => {
        isFailed = failed
        underWay = null
      })
  }

  /** Is there nothing more to do for what the thread was sent for? */
  function isDone({ pages, copied }: Logged): boolean {
    if (isFailed) return attempt(() => copy.all()) !== null
    if (asked === null || copied < asked) return true
    if (pages - copied <= SMALL_REST || sent >= MOST_SENT) return attempt(() => copy.all()) !== null
    send(pages)
    return false
  }

  return {
    look() {
      if (underWay !== null) return
      const log = logged(attempt(() => ask.get()))
      if (log === null) return
      if (log.pages < seen) due = longest
      seen = log.pages
      if (asked !== null && isDone(log)) asked = null
      if (asked !== null || log.pages < due) return
      sent = 0
      send(log.pages)
    },
    settled: async () => {
      await underWay
    },
    async close() {
      await underWay
      await thread.end()
    },
  }
}

interface Logged {
  readonly pages: number
  readonly copied: number
}

/** On a full disk, or one that fails, the log stays whole and is tried again: no commit depends on its copy. */
function attempt(run: () => unknown): unknown {
  try {
    return run()
  } catch {
    return null
  }
}

/** Null where it could not be asked: what is under way stays so. */
function logged(row: unknown): Logged | null {
  return Array.isArray(row) ? { pages: Number(row[1]), copied: Number(row[2]) } : null
}
