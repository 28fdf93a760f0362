import { POSTGRES_LIMITS } from '@colophon/contract'
import type { Moment, Moments } from '../storage.ts'
import { answeredWithin } from './answered-within.ts'
import { nameStatement, type WriterConnection, type WriterPool } from './pool.ts'
import { type LogPlace, type Replica, readFromReplica, WRITTEN_PLACE } from './replica.ts'

/**
 * Which transactions are visible: the same text as before means that nothing has become visible since, whoever writes. A
 * standby does not list those in progress, so that it is not asked.
 */
const VISIBLE = `select case when pg_is_in_recovery() then null else txid_current_snapshot()::text end as visible`
const VISIBLE_AND_PLACE = `${VISIBLE}, ${WRITTEN_PLACE}`
nameStatement(VISIBLE)
nameStatement(VISIBLE_AND_PLACE)

/** After an answer that did not come, those who ask are refused at once, one deadline for all of them. */
const SILENT_MILLISECONDS = 1000

interface Seen {
  readonly visible: string
  readonly version: number
  /** Where it was first seen; a replica that has this has all of it. */
  readonly place: LogPlace
}

interface PostgresMoment extends Moment {
  readonly isInReplica: boolean
}

/**
 * Asks over a connection of its own, one question at a time. Rejects where the replica is that of another database; one that
 * is down may come later.
 */
export async function openMoments(pool: WriterPool, replica: Replica | null): Promise<Moments> {
  const look = watchCommits(pool, replica === null ? VISIBLE : VISIBLE_AND_PLACE)
  if (replica !== null) await replica.requireSame((await look()).place)
  const ask = async (): Promise<PostgresMoment> => {
    const { version, place } = await look()
    return { version, isInReplica: replica !== null && (await replica.hasAll(place)) }
  }
  const now = shareQuestions(ask)
  return {
    now,
    hasReplica: replica !== null,
    // Every moment here is one of ours.
    reading: (moment, work) => ((moment as PostgresMoment).isInReplica ? readFromReplica(work) : work()),
  }
}

function watchCommits(pool: WriterPool, question: string): () => Promise<Seen> {
  let newest: Seen | null = null
  let lastAsked: WriterConnection | null = null
  return async () => {
    const connection = await pool.connect()
    try {
      const { rows } = await connection.client.query<LogPlace & { visible: string | null }>(question, [])
      const [{ visible, ...place } = { visible: null }] = rows
      if (visible === null) throw new Error('The database that is written to is a standby')
      // What is visible only grows, so that no text comes back; but behind a new connection may be another server.
      if (newest?.visible !== visible || connection !== lastAsked)
        newest = { visible, version: (newest?.version ?? 0) + 1, place: place as LogPlace }
      lastAsked = connection
      return newest
    } finally {
      connection.client.release()
    }
  }
}

/** A question that was sent earlier may not see what was committed before this one is asked: it waits for the next. */
function shareQuestions<T>(ask: () => Promise<T>): () => Promise<T> {
  let running: Promise<unknown> = Promise.resolve()
  let next: Promise<T> | null = null
  let silentUntil = Number.NEGATIVE_INFINITY
  async function askAfterwards(): Promise<T> {
    await running
    // One turn of the event loop gathers the requests that have already arrived.
    await new Promise(setImmediate)
    next = null
    // Where there are several hosts, one after another may be silent.
    const asked = answeredWithin(ask(), POSTGRES_LIMITS.momentMilliseconds)
    running = asked.catch(() => {
      silentUntil = performance.now() + SILENT_MILLISECONDS
    })
    return asked
  }
  return async () => {
    if (performance.now() < silentUntil) throw new Error('PostgreSQL does not say what is committed')
    next ??= askAfterwards()
    return next
  }
}

/** Of the connection that asks. */
export const MOMENT_CONNECTION = {
  max: 1,
  connectionTimeoutMillis: POSTGRES_LIMITS.momentMilliseconds,
} as const
