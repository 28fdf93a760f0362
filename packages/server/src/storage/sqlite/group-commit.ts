import type { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Storage, Tx } from '../storage.ts'
import { createWriteScope, type WriteScope } from '../write-scope.ts'

/** The bounds of a batch keep one commit from holding up reads on the same thread. */
const BATCH_WORKS = 100
const BATCH_MILLISECONDS = 12
/** How many batches savepoints are used for after a work that failed half done. */
const BATCHES_APART = 20
const LOCK_WAIT_MILLISECONDS = 30_000
/** Another process lets go after a batch: until then it is asked each millisecond, for nobody writes while this one sleeps on. */
const ONE_BATCH_MILLISECONDS = 50
const SQLITE_BUSY = 5

/** Does a work; answers how to tell its caller, which must wait for the commit. */
type Completion = () => Promise<() => void>

interface Job {
  /** Runs the work; answers how to tell its caller, which must wait for the commit. */
  run(): Promise<() => void>
  /** The same, so that what it changed can be taken back alone. */
  runApart(): Promise<() => void>
  fail(error: unknown): void
}

/** A work changed rows and then failed where only everything can be taken back. */
class HalfDone extends Error {}

interface GroupCommit {
  write: Storage['write']
  /** Lets the works that wait finish, and refuses new ones. */
  close(): Promise<void>
}

interface Hooks {
  createTx(isOpen: () => boolean): Tx
  /** How many statements have changed rows, or tried to; only ever grows. */
  changes(): number
  /** Called once nobody else can write. */
  began(): void
  /** Called after each commit, before its callers are answered, and after everything was taken back. */
  settled(): void
  /** Called between two batches. */
  rested(): void
}

type Steps = ReturnType<typeof prepareSteps>

/** Prepared once: two statements for every batch, two for every work that is kept apart. */
function prepareSteps(database: DatabaseSync) {
  const prepared = (sql: string) => {
    const statement = database.prepare(sql)
    return () => statement.run()
  }
  return {
    begin: prepared(BEGIN),
    commit: prepared('commit'),
    save: prepared('savepoint work'),
    release: prepared('release work'),
  }
}

/**
 * Works that wait share one `begin immediate` and one commit; all are answered after it. A work that fails is
 * answered after it too: what it saw may have been another's unsaved rows.
 *
 * Most works that fail have changed nothing by then. When one has, the whole batch is taken back and run again, each
 * work in a savepoint; so are the batches after it for a while, since such works seldom come alone.
 */
export function createGroupCommit(database: DatabaseSync, hooks: Hooks): GroupCommit {
  const scope = createWriteScope()
  const batches = new Batches(database, hooks, scope)
  let closed = false
  return {
    async write(work) {
      scope.refuseNested()
      if (closed) throw new Error('The storage is closed')
      return await new Promise((resolve, reject) => batches.add(work, resolve, reject))
    },
    async close() {
      closed = true
      await batches.drained()
    },
  }
}

/** The works that wait, and the one batch that runs. */
class Batches {
  readonly #database: DatabaseSync
  readonly #hooks: Hooks
  readonly #scope: WriteScope
  readonly #steps: Steps
  readonly #waiting: Job[] = []
  #draining: Promise<void> | null = null
  #batchesApart = 0

  constructor(database: DatabaseSync, hooks: Hooks, scope: WriteScope) {
    this.#database = database
    this.#hooks = hooks
    this.#scope = scope
    this.#steps = prepareSteps(database)
  }

  add<T>(work: (tx: Tx) => Promise<T>, resolve: (value: T) => void, fail: Job['fail']): void {
    const done = async () => {
      const value = await this.#scope.enter((isOpen) => work(this.#hooks.createTx(isOpen)))
      return () => resolve(value)
    }
    this.#waiting.push({ run: () => this.#run(done, fail), runApart: () => this.#runApart(done, fail), fail })
    this.#draining ??= this.#drain()
  }

  async drained(): Promise<void> {
    await this.#draining
  }

  async #run(done: Completion, fail: Job['fail']): Promise<() => void> {
    const before = this.#hooks.changes()
    try {
      return await done()
    } catch (error) {
      const answer = this.#failing(error, fail)
      if (this.#hooks.changes() !== before) throw new HalfDone()
      return answer
    }
  }

  async #runApart(done: Completion, fail: Job['fail']): Promise<() => void> {
    this.#steps.save()
    try {
      const answer = await done()
      this.#steps.release()
      return answer
    } catch (error) {
      const answer = this.#failing(error, fail)
      this.#database.exec('rollback to work; release work')
      return answer
    }
  }

  /** A full disk makes SQLite roll back everything, and then there is nothing to return to. */
  #failing(error: unknown, fail: Job['fail']): () => void {
    if (!this.#database.isTransaction) throw error
    return () => fail(error)
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) {
      // One turn of the event loop gathers the commands that have already arrived.
      await new Promise(setImmediate)
      this.#hooks.rested()
      await this.#runBatch()
    }
    this.#draining = null
  }

  async #runBatch(): Promise<void> {
    const started: Job[] = []
    try {
      await this.#begin()
      const answers = await this.#answersOf(started)
      this.#steps.commit()
      this.#hooks.settled()
      for (const answer of answers) answer()
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('rollback')
      this.#hooks.settled()
      for (const job of started.length > 0 ? started : this.#waiting.splice(0)) job.fail(error)
    }
  }

  async #begin(): Promise<void> {
    await whenFree(this.#steps.begin)
    this.#hooks.began()
  }

  async #answersOf(started: Job[]): Promise<(() => void)[]> {
    if (this.#batchesApart > 0) {
      this.#batchesApart -= 1
      return this.#runWaiting(started, (job) => job.runApart())
    }
    try {
      return await this.#runWaiting(started, (job) => job.run())
    } catch (error) {
      if (!(error instanceof HalfDone)) throw error
      return this.#runAgainApart(started)
    }
  }

  /** Runs works that wait until the bounds of a batch are reached, and notes which. */
  async #runWaiting(started: Job[], run: (job: Job) => Promise<() => void>): Promise<(() => void)[]> {
    const answers: (() => void)[] = []
    const until = performance.now() + BATCH_MILLISECONDS
    do {
      const job = this.#waiting.shift()
      if (job === undefined) break
      started.push(job)
      answers.push(await run(job))
    } while (started.length < BATCH_WORKS && performance.now() < until)
    return answers
  }

  async #runAgainApart(jobs: readonly Job[]): Promise<(() => void)[]> {
    this.#database.exec('rollback')
    this.#batchesApart = BATCHES_APART
    await this.#begin()
    const answers: (() => void)[] = []
    for (const job of jobs) answers.push(await job.runApart())
    return answers
  }
}

const BEGIN = 'begin immediate'

/** Takes SQLite's one write lock. */
export function beginImmediate(database: DatabaseSync): Promise<void> {
  return whenFree(() => database.exec(BEGIN))
}

/**
 * Another process may hold the write lock, and SQLite's own wait would stop the event loop, so the waiting is
 * done here.
 */
async function whenFree(begin: () => unknown): Promise<void> {
  const since = performance.now()
  for (let delay = 1; ; ) {
    try {
      begin()
      return
    } catch (error) {
      if (!isBusy(error)) throw error
      if (performance.now() - since > LOCK_WAIT_MILLISECONDS) throw new Error(LOCKED, { cause: error })
    }
    await sleep(delay * (0.5 + Math.random()))
    if (performance.now() - since > ONE_BATCH_MILLISECONDS) delay = Math.min(delay * 2, 16)
  }
}

const LOCKED = 'Another process has held the write lock of the database for more than 30 seconds'

function isBusy(error: unknown): boolean {
  if (!(error instanceof Error && 'errcode' in error)) return false
  return typeof error.errcode === 'number' && (error.errcode & 0xff) === SQLITE_BUSY
}
