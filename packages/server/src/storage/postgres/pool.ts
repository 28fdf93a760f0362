import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import { Pool, type PoolClient, type PoolConfig, types } from 'pg'
import { statementName } from '../named-statements.ts'

const INT8 = 20
const NUMERIC = 1700
const BYTEA = 17

/** What Kysely needs of a pool of `pg`, with our value types, named statements and honest commits. */
export function createPostgresPool(config: PoolConfig): PostgresPool {
  const pool = new Pool({
    application_name: 'colophon',
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    ...config,
    types: { getTypeParser: typeParser },
  })
  // A lost connection fails its query and leaves the pool; with nobody listening it would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const wrapped = new WeakMap<PoolClient, PostgresPoolClient>()
  return {
    async connect() {
      const client = await pool.connect()
      const known = wrapped.get(client) ?? wrapClient(client)
      wrapped.set(client, known)
      return known
    },
    end: () => pool.end(),
  }
}

function wrapClient(client: PoolClient): PostgresPoolClient {
  let failure: unknown = null
  let isStale = false

  async function run(text: string, values: readonly unknown[]) {
    if (text.startsWith('start transaction')) failure = null
    try {
      const result = await client.query({ name: statementName(text), text, values: [...values] })
      if (text === 'commit' && result.command !== 'COMMIT') {
        throw new Error('A statement failed inside the transaction, so that nothing was kept')
      }
      return result
    } catch (error) {
      isStale ||= isStalePlan(error)
      if (failure === null) failure = error
      else if (error instanceof Error) error.cause ??= failure
      throw error
    }
  }

  return {
    // Kysely's client has a second form of `query`, for cursors, which nobody here can reach.
    query: run as <R>(sql: unknown, values?: readonly unknown[]) => Promise<PostgresQueryResult<R>> & never,
    release: () => client.release(isStale),
  }
}

/** A migration changed the columns of a statement that this connection has prepared: it must go. */
function isStalePlan(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && error.code === '0A000' && /cached plan/.test(error.message)
  )
}

/** `int8`, `count(*)` and `sum` are numbers, as on SQLite: nothing here reaches 2^53. */
function typeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === INT8 || oid === NUMERIC) return Number
  if (oid === BYTEA) return readBytes
  return types.getTypeParser(oid, format)
}

function readBytes(text: string): Uint8Array {
  const bytes = Buffer.from(text.slice(2), 'hex')
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
