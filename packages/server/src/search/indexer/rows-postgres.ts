import { POSTGRES_LIMITS } from '@colophon/contract'
import { type Client, types } from 'pg'
import { answeredWithin, NoAnswer } from '../../storage/postgres/answered-within.ts'
import { chooseHost, type HostChoice } from '../../storage/postgres/hosts.ts'
import type { Rows } from './rows.ts'

const INT8 = 20
/** After an answer that did not come, those who wait behind it are refused at once, one deadline for all of them. */
const SILENT_MILLISECONDS = 1000

/** The same connection for what only PostgreSQL knows. */
export interface PostgresRows extends Rows {
  /** A statement of PostgreSQL's own, with `$1`, `$2` ... for each parameter. */
  query(text: string, values: readonly unknown[]): Promise<Record<string, unknown>[]>
  /** Runs `work` in a transaction that may write, each statement on what is committed before it. */
  inTransaction<T>(work: () => Promise<T>): Promise<T>
}

/** One connection, opened again when it was lost. An answer that does not come in time loses it. */
export function postgresRows(url: string): PostgresRows {
  const hosts = chooseHost(url)
  let connected: Promise<Client> | null = null
  let pinned: Client | null = null
  let silentUntil = Number.NEGATIVE_INFINITY

  function client(): Promise<Client> {
    if (connected !== null) return connected
    const connecting = connect(hosts, () => {
      if (connected === connecting) connected = null
    })
    connected = connecting
    return connecting
  }

  async function run(text: string, values: readonly unknown[] = []): Promise<Record<string, unknown>[]> {
    if (performance.now() < silentUntil) throw new NoAnswer()
    try {
      // What belongs to one picture of the database must not go on over another connection.
      const used = pinned ?? (await client())
      return await answerOf(used, { text, values: [...values] })
    } catch (error) {
      if (error instanceof NoAnswer) silentUntil = performance.now() + SILENT_MILLISECONDS
      throw error
    }
  }

  async function within<T>(begin: string, work: () => Promise<T>): Promise<T> {
    pinned = await client()
    try {
      await run(begin)
      const result = await work()
      await run('commit')
      return result
    } catch (error) {
      await run('rollback').catch(() => {})
      throw error
    } finally {
      pinned = null
    }
  }

  return {
    dataVersion: () => null,
    all: (sql, parameters) => run(numbered(sql), parameters),
    query: run,
    atOnce: (work) => within('begin isolation level repeatable read read only', work),
    inTransaction: (work) => within('begin isolation level read committed', work),
    async close() {
      if (connected !== null) await (await connected).end()
    },
  }
}

async function answerOf(client: Client, query: { text: string; values: unknown[] }) {
  try {
    return (await answeredWithin(client.query(query), POSTGRES_LIMITS.answerMilliseconds)).rows
  } catch (error) {
    // With an answer outstanding this closes the socket, and says nothing to a server that does not listen.
    if (error instanceof NoAnswer) void client.end().catch(() => {})
    throw error
  }
}

async function connect(hosts: HostChoice, onLost: () => void): Promise<Client> {
  const lost = new Set<Client>()
  try {
    const client = await hosts.connect({
      open: () => open(hosts, lost),
      newClient: (made) => made,
      drop: (made) => void made.end().catch(() => {}),
    })
    client.on('error', onLost)
    client.on('end', onLost)
    if (lost.has(client)) throw new Error('The connection was lost while it was made')
    return client
  } catch (error) {
    onLost()
    throw new NoAnswer(error)
  }
}

async function open({ Client: HostClient }: HostChoice, lost: Set<Client>): Promise<Client> {
  const client = new HostClient({
    application_name: 'colophon search',
    keepAlive: true,
    keepAliveInitialDelayMillis: POSTGRES_LIMITS.keepAliveMilliseconds,
    connectionTimeoutMillis: POSTGRES_LIMITS.connectMilliseconds,
    statement_timeout: POSTGRES_LIMITS.statementMilliseconds,
    types: { getTypeParser: (id, format) => (id === INT8 ? Number : types.getTypeParser(id, format)) },
  })
  const onLost = () => void lost.add(client)
  client.on('error', onLost)
  client.on('end', onLost)
  await client.connect()
  return client
}

/** `$1`, `$2` ... in the place of each `?`; there is none in our texts otherwise. */
function numbered(sql: string): string {
  let place = 0
  return sql.replaceAll('?', () => `$${++place}`)
}
