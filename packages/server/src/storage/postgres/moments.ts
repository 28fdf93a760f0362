import { POSTGRES_LIMITS } from '@colophon/contract'
import type { Moment, Moments } from '../storage.ts'
import { nameStatement, type WriterConnection, type WriterPool } from './pool.ts'

/**
 * Which transactions are visible: the same text as before means that nothing has become visible since, whoever writes. A
 * standby does not list those in progress, so that it is not asked.
 */
const VISIBLE = `select case when pg_is_in_recovery() then null else txid_current_snapshot()::text end as visible`
nameStatement(VISIBLE)

/** After an answer that did not come, those who ask are refused at once, one deadline for all of them. */
const SILENT_MILLISECONDS = 1000

/** Asks over a connection of its own, one question at a time. */
export function createMoments(pool: WriterPool): Moments {
  let newest = { visible: '', version: 0 }
  let lastAsked: WriterConnection | null = null
  let running: Promise<unknown> = Promise.resolve()
  let next: Promise<Moment> | null = null
  let silentUntil = Number.NEGATIVE_INFINITY

  async function ask(): Promise<Moment> {
    const connection = await pool.connect()
    try {
      const { rows } = await connection.client.query<{ visible: string | null }>(VISIBLE, [])
      const visible = rows[0]?.visible ?? null
      if (visible === null) throw new Error('The database that is written to is a standby')
      // What is visible only grows, so that no text comes back; but behind a new connection may be another server.
      if (visible !== newest.visible || connection !== lastAsked)
        newest = { visible, version: newest.version + 1 }
      lastAsked = connection
      return newest
    } catch (error) {
      silentUntil = performance.now() + SILENT_MILLISECONDS
      throw error
    } finally {
      connection.client.release()
    }
  }

  /** A question that was sent earlier may not see what was committed before this one is asked. */
  async function askAfterwards(): Promise<Moment> {
    await running
    // One turn of the event loop gathers the requests that have already arrived.
    await new Promise(setImmediate)
    next = null
    const asked = ask()
    running = asked.catch(() => {})
    return asked
  }

  return {
    async now() {
      if (performance.now() < silentUntil) throw new Error('PostgreSQL does not say what is committed')
      next ??= askAfterwards()
      return next
    },
  }
}

/** Of the connection that asks. */
export const MOMENT_CONNECTION = {
  max: 1,
  connectionTimeoutMillis: POSTGRES_LIMITS.momentMilliseconds,
} as const
