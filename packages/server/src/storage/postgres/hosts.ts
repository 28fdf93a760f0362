import { POSTGRES_LIMITS } from '@colophon/contract'
import { Client, type ClientConfig } from 'pg'
import { answeredWithin } from './answered-within.ts'

/** What a server of PostgreSQL must be; as `target_session_attrs` of libpq names it. */
type ServerRole = 'any' | 'read-write' | 'primary' | 'read-only' | 'standby' | 'prefer-standby'

interface RoleFacts {
  readonly standby: boolean
  readonly read_only: boolean
}

const SUITS: { readonly [R in ServerRole]: (facts: RoleFacts) => boolean } = {
  any: () => true,
  'read-write': ({ standby, read_only }) => !standby && !read_only,
  primary: ({ standby }) => !standby,
  'read-only': ({ standby, read_only }) => standby || read_only,
  standby: ({ standby }) => standby,
  'prefer-standby': ({ standby }) => standby,
}

const ROLE = `select pg_is_in_recovery() as standby, current_setting('transaction_read_only') = 'on' as read_only`
const WANTED = /([?&])target_session_attrs=([^&#]*)&?/

/** Of a URL: the same for each of its hosts, and what is asked of them. */
interface HostList {
  readonly urls: readonly string[]
  readonly role: ServerRole
}

/**
 * Reads `postgres://USER@HOST,HOST/DATABASE?target_session_attrs=...`, which the driver does not know. Of several hosts
 * the one that takes writes is meant, unless the URL says another. Throws for an attribute that does not exist.
 */
function readHosts(url: string): HostList {
  const asked = WANTED.exec(url)?.[2] ?? null
  const plain = url.replace(WANTED, '$1')
  const [, scheme = '', user = '', hosts = '', rest = ''] =
    /^(\w+:\/\/)((?:[^@/?#]*@)?)([^/?#]*)(.*)$/.exec(plain) ?? []
  const urls = hosts.split(',').map((host) => `${scheme}${user}${host}${rest}`)
  const role = asked ?? (urls.length > 1 ? 'read-write' : 'any')
  if (!isRole(role)) throw new Error(`target_session_attrs must be one of ${Object.keys(SUITS).join(', ')}`)
  return { urls, role }
}

function isRole(name: string): name is ServerRole {
  return Object.hasOwn(SUITS, name)
}

/** Connects to one host of several. */
export interface HostChoice {
  /** A driver's client of the host whose turn it is. */
  readonly Client: new (
    config?: ClientConfig,
  ) => Client
  /** False where the URL names one host, and says nothing of it. */
  readonly isChoice: boolean
  /**
   * A connection to the first host that answers and is what the URL asks for, beginning with the one that was so the last
   * time. `open` rejects where nobody answers; what is not fit is dropped. Rejects when all were tried, or time is up.
   */
  connect<C>(steps: ConnectionSteps<C>): Promise<C>
}

interface ConnectionSteps<C> {
  open(): Promise<C>
  /** The client of a connection that was not asked before; null for another. */
  newClient(connection: C): Pick<Client, 'query'> | null
  drop(connection: C): void
}

export function chooseHost(url: string): HostChoice {
  const { urls, role } = readHosts(url)
  let turn = 0
  const isChoice = urls.length > 1 || role !== 'any'
  const suits = SUITS[role]
  return {
    Client: class extends Client {
      constructor(config: ClientConfig = {}) {
        super({
          ...config,
          connectionString: urls[turn],
          // A host that is silent must leave time for the next.
          ...(urls.length > 1 ? { connectionTimeoutMillis: POSTGRES_LIMITS.hostMilliseconds } : {}),
        })
      }
    },
    isChoice,
    async connect<C>({ open, newClient, drop }: ConnectionSteps<C>) {
      if (!isChoice) return open()
      let failure: unknown
      const until = performance.now() + POSTGRES_LIMITS.connectMilliseconds
      for (let tried = 0; tried < 2 * urls.length && performance.now() < until; tried += 1) {
        const place = turn
        let connection: C | null = null
        try {
          connection = await open()
          const client = newClient(connection)
          if (client === null || suits(await factsOf(client))) return connection
          if (role === 'prefer-standby' && tried >= urls.length) return connection
          failure = new Error(`PostgreSQL answers, but not as target_session_attrs=${role} wants it`)
        } catch (error) {
          failure = error
        }
        if (connection !== null) drop(connection)
        // Another connection may have moved on meanwhile.
        if (turn === place) turn = (turn + 1) % urls.length
      }
      throw failure
    },
  }
}

async function factsOf(client: Pick<Client, 'query'>): Promise<RoleFacts> {
  const asked = client.query<RoleFacts>(ROLE)
  const { rows } = await answeredWithin(asked, POSTGRES_LIMITS.aliveMilliseconds)
  return rows[0] ?? { standby: true, read_only: true }
}
