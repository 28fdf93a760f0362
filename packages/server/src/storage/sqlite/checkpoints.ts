import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { siblingModule } from '../../runtime/sibling-module.ts'
import { type KeptThread, keepThread } from './kept-thread.ts'

/** Pages of the log, 4 MB: what the writer copies itself takes no longer than a commit or two. */
const SMALL_REST = 1000
/** Where more than that is committed while the thread copies, it is sent again, but not for ever. */
const MOST_SENT = 4
/** Longer than a busy writer takes to fill the log again. */
const IDLE_MILLISECONDS = 3000

/**
 * Keeps the log of the database short. Copying it into the file and making that durable takes as long as dozens
 * of commits, so a thread does it while the writer goes on; what was committed meanwhile is little, and copied
 * here. The log, now copied wholly, is then written from its beginning again. While somebody reads in the log,
 * as a capture does, it cannot be copied beyond that, and the thread comes again when it has grown further.
 */
export class Checkpoints {
  readonly #ask: StatementSync
  readonly #copy: StatementSync
  readonly #thread: KeptThread
  readonly #longest: number
  #underWay: Promise<void> | null = null
  /** The pages that the last thread found, until it is known what came of it. */
  #asked: number | null = null
  #isFailed = false
  #sent = 0
  #seen = 0
  #due: number

  constructor(writer: DatabaseSync, file: string, longest: number) {
    // It only answers: busy, pages in the log, pages of it that have been copied.
    this.#ask = writer.prepare('pragma wal_checkpoint(noop)', { returnArrays: true })
    this.#copy = writer.prepare('pragma wal_checkpoint(passive)')
    this.#thread = keepThread(siblingModule(import.meta.url, 'checkpoint-thread'), file, IDLE_MILLISECONDS)
    this.#longest = longest
    this.#due = longest
  }

  /** Called now and then while no transaction is open. */
  look(): void {
    if (this.#underWay !== null) return
    const log = logged(attempt(() => this.#ask.get()))
    if (log === null) return
    if (log.pages < this.#seen) this.#due = this.#longest
    this.#seen = log.pages
    if (this.#asked !== null && this.#isDone(log)) this.#asked = null
    if (this.#asked !== null || log.pages < this.#due) return
    this.#sent = 0
    this.#send(log.pages)
  }

  /** Resolves when nothing is under way. */
  async settled(): Promise<void> {
    await this.#underWay
  }

  /** The same, and the thread is over. */
  async close(): Promise<void> {
    await this.#underWay
    await this.#thread.end()
  }

  #send(pages: number): void {
    this.#asked = pages
    this.#sent += 1
    // While somebody reads in it, the log goes on, and copying the same again would not shorten it.
    this.#due = pages + this.#longest
    this.#underWay = this.#thread
      .ask()
      .then(
        () => false,
        // Without a thread the writer waits: a log that is never copied fills the disk.
        () => true,
      )
      .then((failed) => {
        this.#isFailed = failed
        this.#underWay = null
      })
  }

  /** Is there nothing more to do for what the thread was sent for? */
  #isDone({ pages, copied }: WalState): boolean {
    if (this.#isFailed) return this.#copyHere()
    if (this.#asked === null || copied < this.#asked) return true
    if (pages - copied <= SMALL_REST || this.#sent >= MOST_SENT) return this.#copyHere()
    this.#send(pages)
    return false
  }

  #copyHere(): boolean {
    return attempt(() => this.#copy.all()) !== null
  }
}

interface WalState {
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
function logged(row: unknown): WalState | null {
  return Array.isArray(row) ? { pages: Number(row[1]), copied: Number(row[2]) } : null
}
