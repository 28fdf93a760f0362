import type { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Storage, Tx } from './storage.ts'
import { createWriteScope } from './write-scope.ts'

/** The bounds of a batch keep one commit from holding up reads on the same thread. */
const BATCH_WORKS = 100
const BATCH_MILLISECONDS = 12
const LOCK_WAIT_MILLISECONDS = 30_000
const SQLITE_BUSY = 5

interface Job {
  /** Runs the work; answers how to tell its caller, which must wait for the commit. */
  run(): Promise<() => void>
  fail(error: unknown): void
}

export interface GroupCommit {
  write: Storage['write']
  /** Lets the works that wait finish, and refuses new ones. */
  close(): Promise<void>
}

interface Hooks {
  createTx(isOpen: () => boolean): Tx
  /** Called once nobody else can write. */
  began(): void
  /** Called after each commit, before its callers are answered, and after everything was taken back. */
  settled(): void
  /** Called between two batches. */
  rested(): void
}

/** Prepared once: two statements for every work, one for every batch. */
function prepareSteps(database: DatabaseSync) {
  const save = database.prepare('savepoint work')
  const release = database.prepare('release work')
  const commit = database.prepare('commit')
  return { save: () => save.run(), release: () => release.run(), commit: () => commit.run() }
}

/**
 * Works that wait share one `begin immediate`, each in its own savepoint, and one commit; all are answered
 * after it. A work that fails is answered after it too: what it saw may have been another's unsaved rows.
 */
export function createGroupCommit(database: DatabaseSync, hooks: Hooks): GroupCommit {
  const { createTx, began, settled, rested } = hooks
  const steps = prepareSteps(database)
  const scope = createWriteScope()
  const waiting: Job[] = []
  let draining: Promise<void> | null = null
  let closed = false

  function makeJob<T>(work: (tx: Tx) => Promise<T>, resolve: (value: T) => void, fail: Job['fail']): Job {
    const run = async () => {
      steps.save()
      try {
        const value = await scope.enter((isOpen) => work(createTx(isOpen)))
        steps.release()
        return () => resolve(value)
      } catch (error) {
        // A full disk makes SQLite roll back everything, and then there is no savepoint to return to.
        if (!database.isTransaction) throw error
        database.exec('rollback to work; release work')
        return () => fail(error)
      }
    }
    return { run, fail }
  }

  async function runBatch(): Promise<void> {
    const started: Job[] = []
    try {
      await beginImmediate(database)
      began()
      const answers: (() => void)[] = []
      const until = performance.now() + BATCH_MILLISECONDS
      do {
        const job = waiting.shift()
        if (job === undefined) break
        started.push(job)
        answers.push(await job.run())
      } while (started.length < BATCH_WORKS && performance.now() < until)
      steps.commit()
      settled()
      for (const answer of answers) answer()
    } catch (error) {
      if (database.isTransaction) database.exec('rollback')
      settled()
      for (const job of started.length > 0 ? started : waiting.splice(0)) job.fail(error)
    }
  }

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      // One turn of the event loop gathers the commands that have already arrived.
      await new Promise(setImmediate)
      rested()
      await runBatch()
    }
    draining = null
  }

  return {
    async write(work) {
      scope.refuseNested()
      if (closed) throw new Error('The storage is closed')
      return await new Promise((resolve, reject) => {
        waiting.push(makeJob(work, resolve, reject))
        draining ??= drain()
      })
    },
    async close() {
      closed = true
      await draining
    },
  }
}

/**
 * Takes SQLite's one write lock. Another process may hold it, and SQLite's own wait would stop the event
 * loop, so the waiting is done here.
 */
export async function beginImmediate(database: DatabaseSync): Promise<void> {
  const until = performance.now() + LOCK_WAIT_MILLISECONDS
  for (let delay = 1; ; delay = Math.min(delay * 2, 16)) {
    try {
      database.exec('begin immediate')
      return
    } catch (error) {
      if (!isBusy(error)) throw error
      if (performance.now() > until) throw new Error(LOCKED, { cause: error })
    }
    await sleep(delay * (0.5 + Math.random()))
  }
}

const LOCKED = 'Another process has held the write lock of the database for more than 30 seconds'

function isBusy(error: unknown): boolean {
  if (!(error instanceof Error && 'errcode' in error)) return false
  return typeof error.errcode === 'number' && (error.errcode & 0xff) === SQLITE_BUSY
}
