import { AsyncLocalStorage } from 'node:async_hooks'
import { POSTGRES_LIMITS } from '@colophon/contract'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { nameStatement, type WriterPool } from './pool.ts'

/** Where a database is: a position of its write-ahead log, on one timeline of one database. */
export interface LogPlace {
  readonly database: string
  readonly timeline: string
  /** Bytes from the beginning of the log. */
  readonly position: number
}

interface StandbyPlace extends LogPlace {
  readonly follows: boolean
}

const DATABASE = `(select system_identifier from pg_control_system()) || ' ' ||
  (select oid from pg_database where datname = current_database())`

/** Of the server that is written to: nothing that is visible when it is asked lies behind this place. */
export const WRITTEN_PLACE = `${DATABASE} as database, substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8) as timeline,
  pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') as position`

/**
 * Of a standby: everything before this place is visible. Its timeline is that of its last restartpoint, so that after a
 * promotion elsewhere it counts as another for some minutes: a standby that went another way may look the same till then.
 */
const REPLAYED_PLACE = `select pg_is_in_recovery() as follows, ${DATABASE} as database,
  lpad(upper(to_hex((select timeline_id from pg_control_checkpoint())::int)), 8, '0') as timeline,
  coalesce(pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0'), 0) as position`
nameStatement(REPLAYED_PLACE)

/** The requests that read from the replica, as long as they run and it answers. */
const reading = new AsyncLocalStorage<{ isOpen: boolean }>()

/** Runs reads that the replica may answer. */
export async function readFromReplica<T>(work: () => Promise<T>): Promise<T> {
  const scope = { isOpen: true }
  try {
    return await reading.run(scope, work)
  } finally {
    // What goes on in the background reads what is there by then.
    scope.isOpen = false
  }
}

interface ReplicaParts {
  readonly forReads: PostgresPool
  /** Asks where the replica is. */
  readonly forPlace: WriterPool
  /** Told in one line when the replica is no longer read, and when it is again. */
  tell(line: string): void
  end(): Promise<void>
}

export interface Replica {
  /** Has it all that was visible at this place? It is given some milliseconds to say so. */
  hasAll(place: LogPlace): Promise<boolean>
  /** A pool whose connections read from the replica where they may, and otherwise from the primary. */
  before(primary: PostgresPool): PostgresPool
  /** Rejects where the replica answers and is that of another database. */
  requireSame(place: LogPlace): Promise<void>
}

export function openReplica({ forReads, forPlace, tell, end }: ReplicaParts): Replica {
  const told = tellOnce(tell)
  const look = lookSoon(() => askPlace(forPlace))
  return {
    async hasAll(place) {
      const found = await look()
      if (found === 'late') return false
      const reason = found === null ? 'it does not answer' : reasonAgainst(found, place)
      const isBehind = found !== null && reason === null && found.position < place.position
      told(reason, isBehind)
      return reason === null && !isBehind
    },
    before: (primary) => ({
      async connect() {
        const scope = reading.getStore()
        if (scope?.isOpen !== true) return primary.connect()
        const client = await forReads.connect().catch(() => null)
        if (client !== null) return orElse(client, primary, scope)
        scope.isOpen = false
        return primary.connect()
      },
      end: async () => void (await Promise.all([primary.end(), end()])),
    }),
    async requireSame({ database }) {
      const found = await askPlace(forPlace).catch(() => null)
      if (found !== null && found.database !== database)
        throw new Error('COLOPHON_DATABASE_READ_URL must be a replica of COLOPHON_DATABASE_URL')
    },
  }
}

async function askPlace(pool: WriterPool): Promise<StandbyPlace> {
  const { client } = await pool.connect()
  try {
    const { rows } = await client.query<StandbyPlace>(REPLAYED_PLACE, [])
    const [place] = rows
    if (place === undefined) throw new Error('PostgreSQL does not say where it is')
    return place
  } finally {
    client.release()
  }
}

function reasonAgainst(found: StandbyPlace, place: LogPlace): string | null {
  if (found.database !== place.database) return 'it is of another database'
  if (!found.follows) return 'it follows nobody, as after a promotion'
  return found.timeline === place.timeline ? null : 'it has not yet made a restartpoint on the new timeline'
}

/**
 * Answers `late` where nothing comes soon: the request goes on without it, and those after it do not wait while the
 * answer is due. Null where it was refused; then nobody asks for a second.
 */
function lookSoon(ask: () => Promise<StandbyPlace>): () => Promise<StandbyPlace | 'late' | null> {
  let asking: Promise<StandbyPlace | null> | null = null
  let isLate = false
  let refusedUntil = Number.NEGATIVE_INFINITY
  const begin = async () => {
    try {
      return await ask()
    } catch {
      refusedUntil = performance.now() + POSTGRES_LIMITS.momentMilliseconds
      return null
    } finally {
      asking = null
      isLate = false
    }
  }
  return async () => {
    if (performance.now() < refusedUntil) return null
    if (isLate) return 'late'
    asking ??= begin()
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<'late'>((resolve) => {
      timer = setTimeout(() => {
        isLate = asking !== null
        resolve('late')
      }, POSTGRES_LIMITS.replicaMilliseconds)
    })
    return Promise.race([asking, late]).finally(() => clearTimeout(timer))
  }
}

/** Says each change once. Behind is every replica for a moment; it is told of one that stays so. */
function tellOnce(tell: (line: string) => void): (reason: string | null, isBehind: boolean) => void {
  let last: string | null = null
  let behindSince: number | null = null
  return (reason, isBehind) => {
    behindSince = isBehind ? (behindSince ?? performance.now()) : null
    const isLong =
      behindSince !== null && performance.now() - behindSince > POSTGRES_LIMITS.behindMilliseconds
    const now = reason ?? (isLong ? 'it is behind' : null)
    if (now === last || (now === null && isBehind)) return
    last = now
    tell(now === null ? 'the replica is read again' : `the replica is not read: ${now}`)
  }
}

/** What the replica does not answer, whyever, the primary does; so does it whatever the request reads from then on. */
function orElse(
  client: PostgresPoolClient,
  primary: PostgresPool,
  scope: { isOpen: boolean },
): PostgresPoolClient {
  const query = async (text: string, values: readonly unknown[]) => {
    try {
      return await client.query(text, values)
    } catch {
      scope.isOpen = false
      const other = await primary.connect()
      try {
        return await other.query(text, values)
      } finally {
        other.release()
      }
    }
  }
  return { query: query as PostgresPoolClient['query'], release: () => client.release() }
}
