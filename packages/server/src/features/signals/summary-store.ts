import { SIGNAL_LIMITS } from '@colophon/contract'
import { sql } from 'kysely'
import { BUCKET_LEVELS, rangesFrom } from '../../catalog/time-buckets.ts'
import type { RevisionInSite } from '../../catalog/visibility.ts'
import { preparedQuery } from '../../storage/portable.ts'
import type { SignalReportRow } from '../../storage/rows/signals.ts'
import type { Db } from '../../storage/storage.ts'

const HOUR = 3_600_000
const WINDOWS = ['24h', '7d', '30d'] as const
const LEVELS = Array.from({ length: BUCKET_LEVELS }, (_level, place) => place)
type WindowName = (typeof WINDOWS)[number]

interface Counts {
  up: number
  down: number
  participants: number
}

type Windows = Record<WindowName, Counts>

/** When signals of a revision and of its entry began to be collected. */
export const startOf = preparedQuery<{ hash: string; entry: string }>()((db, p) =>
  db.selectNoFrom((eb) => [
    eb
      .selectFrom('revisions')
      .select('first_published_at')
      .where('content_hash', '=', p('hash'))
      .as('revision'),
    eb
      .selectFrom('revisions')
      .select((min) => min.fn.min('first_published_at').as('first'))
      .where('entry_id', '=', p('entry'))
      .as('entry'),
  ]),
)

export const reportOfDay = preparedQuery<{ identity: string; entry: string; day: string; hash: string }>()(
  (db, p) =>
    db
      .selectFrom('signal_reports')
      .selectAll()
      .where('identity_id', '=', p('identity'))
      .where('entry_id', '=', p('entry'))
      .where('day', '=', p('day'))
      .where('target_hash', '=', p('hash')),
) satisfies { first(db: Db, key: object): Promise<SignalReportRow | null> }

/** The bounds of each part of each window, as the parameters of one statement. */
type Bounds = Readonly<Record<string, string | number>>

interface SumRow {
  scope: string
  name: WindowName
  up: number | null
  down: number | null
  participants: number | null
}

const sums = preparedQuery<Bounds>()((db, p) => ({
  compile() {
    const range = (name: WindowName, part: string) =>
      sql`cast(${p(`first ${name} ${part}`)} as bigint), cast(${p(`last ${name} ${part}`)} as bigint)`
    const moments = WINDOWS.map((name) => sql`(${sql.lit(name)}, ${range(name, 'moments')})`)
    const buckets = WINDOWS.flatMap((name) =>
      LEVELS.map((level) => sql`(${sql.lit(name)}, ${sql.lit(level)}, ${range(name, String(level))})`),
    )
    return sql<SumRow>`
      with moments (name, first, last) as (values ${sql.join(moments)}),
      buckets (name, level, first, last) as (values ${sql.join(buckets)}),
      scopes (scope) as (values (${p('revision')}), (${p('entry')})),
      counted as (
        select scopes.scope, buckets.name, up, down, participants
        from scopes cross join buckets
        join signal_buckets on signal_buckets.entry_id = ${p('entry')}
          and signal_buckets.scope = scopes.scope
          and signal_buckets.level = buckets.level
          and signal_buckets.bucket between buckets.first and buckets.last
        union all
        select scopes.scope, moments.name, up, down,
          case when scopes.scope = target_hash then participants else entry_participants end
        from moments cross join signal_moments cross join scopes
        where signal_moments.at between moments.first and moments.last
          and signal_moments.entry_id = ${p('entry')}
          and scopes.scope in (signal_moments.target_hash, signal_moments.entry_id)
      )
      select scope, name, cast(sum(up) as bigint) as up, cast(sum(down) as bigint) as down,
        cast(sum(participants) as bigint) as participants
      from counted group by scope, name`.compile(db)
  },
}))

/** Reports whose age is less than the window's length. */
export async function readWindows(
  db: Db,
  target: RevisionInSite,
  now: number,
): Promise<{ revision: Windows; entry: Windows }> {
  const bounds: Record<string, string | number> = { revision: target.sha256, entry: target.entry_id }
  for (const name of WINDOWS) {
    const { moments, buckets } = rangesFrom(now - SIGNAL_LIMITS.windowHours[name] * HOUR + 1)
    for (const [part, { first, last }] of [['moments', moments] as const, ...buckets.entries()]) {
      bounds[`first ${name} ${part}`] = first
      bounds[`last ${name} ${part}`] = last
    }
  }
  const rows = await sums.all(db, bounds)
  const windowsOf = (scope: string): Windows => ({
    '24h': countsOf(rows, scope, '24h'),
    '7d': countsOf(rows, scope, '7d'),
    '30d': countsOf(rows, scope, '30d'),
  })
  return { revision: windowsOf(target.sha256), entry: windowsOf(target.entry_id) }
}

function countsOf(rows: readonly SumRow[], scope: string, name: WindowName): Counts {
  const row = rows.find((found) => found.scope === scope && found.name === name)
  return { up: row?.up ?? 0, down: row?.down ?? 0, participants: row?.participants ?? 0 }
}
