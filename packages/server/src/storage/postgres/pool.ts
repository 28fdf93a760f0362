import type { Socket } from 'node:net'
import { POSTGRES_LIMITS } from '@colophon/contract'
import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import { Pool, type PoolClient, type PoolConfig, type QueryConfig, types } from 'pg'
import { answeredWithin, NoAnswer } from './answered-within.ts'
import { chooseHost } from './hosts.ts'

const names = new Map<string, string>()

/** Gives a statement's text a name; only texts that are fixed in the code may have one, so that they are few. */
export function nameStatement(sql: string): void {
  if (!names.has(sql)) names.set(sql, `compiled_${names.size + 1}`)
}

/** The name under which a connection may keep the statement prepared; undefined for one built afresh. */
export function statementName(sql: string): string | undefined {
  return names.get(sql)
}

const INT8 = 20
const NUMERIC = 1700
const BYTEA = 17

/** A connection that a batch of works has for itself. */
export interface WriterConnection {
  readonly client: PostgresPoolClient
  /** Sends a statement without waiting: what follows is sent behind it, and fails where it failed. */
  send(text: string, values: readonly unknown[]): void
  /** The first failure of the transaction; null without one. */
  failure(): unknown
  /** The failure was taken back, by a savepoint. */
  forgive(): void
  /** Nothing more can be asked: what the server did with the last statements is not known. */
  isLost(): boolean
}

/** Hands out connections; each must be released. */
export interface WriterPool {
  connect(): Promise<WriterConnection>
}

/** A pool of `pg` for Kysely and for works, with our value types, named statements and honest commits. */
export function createPostgresPool(
  { url, ...config }: PoolConfig & { readonly url: string },
  deadline: number | null,
): { forKysely: PostgresPool; forWorks: WriterPool } {
  const hosts = chooseHost(url)
  const pool = new Pool({
    Client: hosts.Client,
    application_name: 'colophon',
    keepAlive: true,
    keepAliveInitialDelayMillis: POSTGRES_LIMITS.keepAliveMilliseconds,
    connectionTimeoutMillis: POSTGRES_LIMITS.connectMilliseconds,
    idleTimeoutMillis: 30_000,
    ...config,
    types: { getTypeParser: typeParser },
  })
  // A lost connection fails its query and leaves the pool; with nobody listening it would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const known = new WeakMap<PoolClient, Connection>()
  // A query had no answer: a connection that has not answered since may be as dead.
  let silentAt = Number.NEGATIVE_INFINITY
  const onSilence = (askedAt: number) => {
    silentAt = Math.max(silentAt, askedAt)
  }
  const open = () =>
    hosts.connect({
      open: () => pool.connect(),
      newClient: (client) => (known.has(client) ? null : client),
      drop: (client) => client.release(true),
    })
  const connect = async () => {
    for (;;) {
      const client = await open()
      const connection = known.get(client)
      if (connection === undefined) {
        const made = wrapClient(client, { deadline, onSilence, isChosen: hosts.isChoice })
        known.set(client, made)
        return made
      }
      if (connection.answeredAt() >= silentAt && (await connection.isAlive())) return connection
      client.release(true)
    }
  }
  return {
    forKysely: { connect: async () => (await connect()).client, end: () => pool.end() },
    forWorks: { connect },
  }
}

interface Connection extends WriterConnection {
  answeredAt(): number
  /** Asks what was not used for a second: a lost connection costs a moment here, and a request its deadline. */
  isAlive(): Promise<boolean>
}

interface Watch {
  /** Milliseconds; null for a connection that may take its time. */
  readonly deadline: number | null
  onSilence(askedAt: number): void
  /** There may be another server that takes what this one refuses. */
  readonly isChosen: boolean
}

/** What a transaction says that may take longer than a request, and then has no deadline here either. */
export const UNHURRIED = 'set local statement_timeout = 0'

function wrapClient(client: PoolClient, { deadline, onSilence, isChosen }: Watch): Connection {
  let failure: unknown = null
  let mustGo = false
  let isUnhurried = false
  let answeredAt = performance.now()

  async function answerTo(query: QueryConfig, milliseconds: number | null) {
    const askedAt = performance.now()
    try {
      return await answeredWithin(client.query(query), milliseconds)
    } catch (error) {
      if (error instanceof NoAnswer) {
        mustGo = true
        onSilence(askedAt)
      }
      throw error
    } finally {
      if (!mustGo) answeredAt = performance.now()
    }
  }

  async function run(text: string, values: readonly unknown[]) {
    if (mustGo) throw new NoAnswer(failure)
    if (text.startsWith('start transaction')) {
      failure = null
      isUnhurried = false
    }
    isUnhurried ||= text === UNHURRIED
    try {
      const query = { name: statementName(text), text, values: [...values] }
      const result = await answerTo(query, isUnhurried ? null : deadline)
      if (text === 'commit' && result.command !== 'COMMIT') {
        throw new Error('A statement failed inside the transaction, so that nothing was kept')
      }
      return result
    } catch (error) {
      mustGo ||= isStalePlan(error) || (isChosen && isStandby(error))
      failure ??= error
      blame(error, failure)
      throw error
    }
  }

  const packets = holdPackets(client)
  const ask = (text: string, values: readonly unknown[]) => {
    const answer = run(text, values)
    packets.letGo()
    return answer
  }

  client.on('error', () => {
    mustGo = true
  })
  return {
    // What fails is kept as the failure of the transaction, and its commit tells.
    send(text, values) {
      packets.hold()
      run(text, values).catch(() => {})
    },
    failure: () => failure,
    forgive() {
      failure = null
    },
    isLost: () => mustGo,
    client: {
      // Kysely's client has a second form of `query`, for cursors, which nobody here can reach.
      query: ask as <R>(sql: unknown, values?: readonly unknown[]) => Promise<PostgresQueryResult<R>> & never,
      release: () => client.release(mustGo),
    },
    answeredAt: () => answeredAt,
    async isAlive() {
      if (performance.now() - answeredAt < POSTGRES_LIMITS.freshMilliseconds) return true
      return answerTo({ text: 'select 1' }, POSTGRES_LIMITS.aliveMilliseconds).then(
        () => true,
        () => false,
      )
    },
  }
}

/** All that waits on a connection that ends is given one error, which is not its own cause. */
function blame(error: unknown, failure: unknown): void {
  if (error instanceof Error && error !== failure) error.cause ??= failure
}

/** What nobody waits for goes out in one packet with what somebody waits for, or at the end of this turn. */
function holdPackets(client: PoolClient) {
  // Not in its types: the connection of the driver, on a socket.
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
  let isHeld = false
  const letGo = () => {
    if (isHeld) stream.uncork()
    isHeld = false
  }
  return {
    letGo,
    hold() {
      if (isHeld) return
      isHeld = true
      stream.cork()
      setImmediate(letGo)
    },
  }
}

/** A migration changed the columns of a statement that this connection has prepared: it must go. */
function isStalePlan(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && error.code === '0A000' && /cached plan/.test(error.message)
  )
}

/** A server that took writes has become one that takes none. */
function isStandby(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '25006'
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
