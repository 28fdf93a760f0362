import { setTimeout as sleep } from 'node:timers/promises'
import type { Storage, Tx } from '../storage.ts'
import { createWriteScope, type WriteScope } from '../write-scope.ts'
import { KeptReads } from './kept-reads.ts'
import type { WriterConnection, WriterPool } from './pool.ts'
import { type Batch, createTx } from './works.ts'

/** The bounds of a batch: other servers wait for the lock meanwhile. */
const BATCH_WORKS = 100
const BATCH_MILLISECONDS = 50
/** How many batches savepoints are used for after a work that failed half done. */
const BATCHES_APART = 20
/** The lock leaves only what is not ours to conflict with: a table that is swapped, an operator's own session. */
const CONFLICTS_MAXIMUM = 10
/** Of all that write to the database. */
const WRITER_LOCK = 6_015_203_114

const BEGIN = 'start transaction isolation level read committed'
const LOCK = `select pg_advisory_xact_lock(${WRITER_LOCK})`
const NUMBER = 'select txid_current() as number'

interface Job {
  run(tx: Tx): Promise<unknown>
  resolve(value: unknown): void
  fail(error: unknown): void
}

/** How to tell the caller of a work, which must wait for the commit. */
type Answer = () => void

/** A work changed rows and then failed where only everything can be taken back. */
class HalfDone extends Error {}

interface ClusterCommit {
  write: Storage['write']
  /** Lets the works that wait finish, and refuses new ones. */
  close(): Promise<void>
}

/**
 * Works that wait share one transaction and one commit; all are answered after it. It begins with a lock that all
 * servers of the database take, and which ends when the commit is visible: works follow one another, each sees all
 * before it, and the order of commits is the order of what they numbered. Each statement sees what is there when it
 * runs, and nobody else changes it.
 *
 * A work that fails is answered after the commit too: what it saw may have been another's. When one has changed
 * something by then, everything is taken back and run again, each work in a savepoint; so are the batches after it for
 * a while, since such works seldom come alone.
 */
export function createClusterCommit(pool: WriterPool): ClusterCommit {
  const scope = createWriteScope()
  const batches = new Batches(pool, scope)
  let closed = false
  return {
    async write<T>(work: (tx: Tx) => Promise<T>) {
      scope.refuseNested()
      if (closed) throw new Error('The storage is closed')
      // The batches do not look at what a work answers.
      return await new Promise<T>((resolve, fail) =>
        batches.add({ run: work, resolve: (value) => resolve(value as T), fail }),
      )
    },
    async close() {
      closed = true
      await batches.drained()
    },
  }
}

/** The works that wait, and the one batch that runs. */
class Batches {
  readonly #pool: WriterPool
  readonly #scope: WriteScope
  readonly #waiting: Job[] = []
  readonly #reads = new KeptReads()
  #draining: Promise<void> | null = null
  #batchesApart = 0
  /** The number of the last transaction here; null after one that failed. */
  #last: number | null = null

  constructor(pool: WriterPool, scope: WriteScope) {
    this.#pool = pool
    this.#scope = scope
  }

  add(job: Job): void {
    this.#waiting.push(job)
    this.#draining ??= this.#drain()
  }

  async drained(): Promise<void> {
    await this.#draining
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) {
      // One turn of the event loop gathers the commands that have already arrived.
      await new Promise(setImmediate)
      await this.#runBatch()
    }
    this.#draining = null
  }

  async #runBatch(): Promise<void> {
    const started: Job[] = []
    try {
      const connection = await this.#pool.connect()
      try {
        for (const answer of await this.#persist({ connection, reads: this.#reads, changes: 0 }, started))
          answer()
      } finally {
        connection.client.release()
      }
    } catch (error) {
      for (const job of started.length > 0 ? started : this.#waiting.splice(0)) job.fail(error)
    }
  }

  /** Runs the batch until it commits: again, and each work apart, where only that can tell who failed. */
  async #persist(batch: Batch, started: Job[]): Promise<Answer[]> {
    for (let conflicts = 0; ; ) {
      try {
        return await this.#attempt(batch, started)
      } catch (error) {
        this.#last = null
        await batch.connection.client.query('rollback', []).catch(() => {})
        if (error instanceof HalfDone) this.#batchesApart = BATCHES_APART
        else if (!isConflict(error) || conflicts++ >= CONFLICTS_MAXIMUM) throw error
        else await sleep(Math.random() * 2 ** Math.min(conflicts + 2, 5))
      }
    }
  }

  async #attempt(batch: Batch, started: Job[]): Promise<Answer[]> {
    const { connection } = batch
    await this.#begin(connection)
    const isApart = this.#batchesApart > 0
    if (isApart) this.#batchesApart -= 1
    const run = (job: Job) => (isApart ? this.#runApart(batch, job) : this.#runShared(batch, job, started))
    const answers: Answer[] = []
    for (const job of [...started]) answers.push(await run(job))
    const until = performance.now() + BATCH_MILLISECONDS
    while (started.length < BATCH_WORKS && performance.now() < until) {
      const job = this.#waiting.shift()
      if (job === undefined) break
      started.push(job)
      answers.push(await run(job))
    }
    try {
      await connection.client.query('commit', [])
    } catch (error) {
      throw isApart ? error : blame(error, batch, started)
    }
    return answers
  }

  /**
   * The number of a transaction is given once it has the lock, so that of two in a row nobody has written between them:
   * what was read under the one is still so under the other.
   */
  async #begin({ client, send }: WriterConnection): Promise<void> {
    send(BEGIN, [])
    const locked = client.query(LOCK, [])
    const [{ rows }] = await Promise.all([client.query<{ number: number }>(NUMBER, []), locked])
    const [{ number } = { number: Number.NaN }] = rows
    if (this.#last === null || number !== this.#last + 1) this.#reads.forget()
    this.#last = number
  }

  async #runShared(batch: Batch, job: Job, started: readonly Job[]): Promise<Answer> {
    const before = batch.changes
    try {
      return await this.#done(batch, job)
    } catch (error) {
      const isWhole = batch.changes === before && batch.connection.failure() === null
      if (isWhole && !batch.connection.isLost()) return () => job.fail(error)
      throw blame(error, batch, started)
    }
  }

  async #runApart(batch: Batch, job: Job): Promise<Answer> {
    const { connection } = batch
    connection.send('savepoint work', [])
    try {
      const answer = await this.#done(batch, job)
      await connection.client.query('release savepoint work', [])
      return answer
    } catch (error) {
      if (connection.isLost() || isConflict(error)) throw error
      await connection.client.query('rollback to savepoint work', [])
      this.#reads.forget()
      connection.forgive()
      return () => job.fail(error)
    }
  }

  async #done(batch: Batch, job: Job): Promise<Answer> {
    const value = await this.#scope.enter((isOpen) => job.run(createTx(batch, isOpen)))
    return () => job.resolve(value)
  }
}

/** Of several works that shared what failed, only a run apart tells which it was. */
function blame(error: unknown, { connection }: Batch, started: readonly Job[]): unknown {
  return started.length === 1 || connection.isLost() || isConflict(error) ? error : new HalfDone()
}

/** Serialization failure or deadlock; also where the work swallowed it and something later failed for it. */
function isConflict(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('code' in error && (error.code === '40001' || error.code === '40P01')) return true
  return isConflict(error.cause)
}
