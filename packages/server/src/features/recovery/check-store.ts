import { sql } from 'kysely'
import type { ObjectRow } from '../../storage/rows/editorial.ts'
import type { Db } from '../../storage/storage.ts'
import { RECORD_KINDS, type RecordKind } from './records.ts'

type Row = Readonly<Record<string, unknown>>

export function objectsAfter(db: Db, after: string, limit: number): Promise<ObjectRow[]> {
  return db
    .selectFrom('objects')
    .selectAll()
    .where('sha256', '>', after)
    .orderBy('sha256')
    .limit(limit)
    .execute()
}

export async function countObjects(db: Db): Promise<number> {
  const row = await db
    .selectFrom('objects')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return row.count
}

/** Records by their hash. */
export async function recordsBy(
  db: Db,
  { table, key }: RecordKind,
  hashes: readonly unknown[],
): Promise<ReadonlyMap<unknown, Row>> {
  if (hashes.length === 0) return new Map()
  const { rows } = await sql<Row>`
    select * from ${sql.table(table)} where ${sql.ref(key)} in (${sql.join(hashes)})`.execute(db)
  return new Map(rows.map((row) => [row[key], row]))
}

/** A look at a whole table: what is wrong, or null. `rebuilt` means the projections that were made. */
type TableCheck = (db: Db, rebuilt: Db) => Promise<string | null>

/** In the order in which they are made, one a step. */
export const CHECKS: readonly TableCheck[] = [
  ...Object.entries(RECORD_KINDS).map(([kind, { table }]) => everyRecordHasItsObject(kind, table)),
  isFollowedOnce('policies', 'policy_hash'),
  isFollowedOnce('definitions', 'definition_hash'),
  leadsToTip({ table: 'topics', id: 'id', tip: 'policy_hash', chain: 'policies', key: 'policy_hash' }),
  leadsToTip({
    table: 'tasks',
    id: 'task_id',
    tip: 'definition_hash',
    chain: 'definitions',
    key: 'definition_hash',
  }),
  leadsToTip({
    table: 'suggestions',
    id: 'suggestion_id',
    tip: 'resolution_hash',
    chain: 'resolutions',
    key: 'resolution_hash',
  }),
  ...(
    [
      ['tokens', 'identity_id', 'identities', 'identity_id'],
      ['feedback', 'suggestion_id', 'suggestions', 'suggestion_id'],
      ['task_prerequisites', 'prerequisite_id', 'tasks', 'task_id'],
      ['review_plans', 'candidate_hash', 'candidates', 'candidate_hash'],
      ['reviews', 'candidate_hash', 'candidates', 'candidate_hash'],
      ['evidence', 'candidate_hash', 'candidates', 'candidate_hash'],
    ] as const
  ).map(namesWhatIsThere),
  async (_db, rebuilt) => countsAreRight(rebuilt),
  async (_db, rebuilt) => pathsLeadHome(rebuilt),
]

function everyRecordHasItsObject(kind: string, table: string): TableCheck {
  return async (db) => {
    const { rows } = await sql<{ objects: number; records: number }>`
      select (select count(*) from objects where kind = ${kind}) as objects,
        (select count(*) from ${sql.table(table)}) as records`.execute(db)
    const { objects = 0, records = 0 } = rows[0] ?? {}
    return objects === records
      ? null
      : `${table} has ${records} rows for ${objects} objects of the kind ${kind}`
  }
}

function isFollowedOnce(table: string, key: string): TableCheck {
  return async (db) => {
    const found = await firstOf(
      db,
      sql`select previous_hash as id from ${sql.table(table)} where previous_hash is not null
        group by previous_hash having count(${sql.ref(key)}) > 1 limit 1`,
    )
    return found === null ? null : `${found} is followed by two in ${table}`
  }
}

interface Tip {
  table: string
  id: string
  tip: string
  chain: string
  key: string
}

/** What stands names the newest record of its chain. */
function leadsToTip({ table, id, tip, chain, key }: Tip): TableCheck {
  return async (db) => {
    const found = await firstOf(
      db,
      sql`select of_all.${sql.ref(id)} as id from ${sql.table(table)} as of_all
        where of_all.${sql.ref(tip)} is not null and (
          not exists (select 1 from ${sql.table(chain)} as named where named.${sql.ref(key)} = of_all.${sql.ref(tip)})
          or exists (select 1 from ${sql.table(chain)} as later where later.previous_hash = of_all.${sql.ref(tip)}))
        limit 1`,
    )
    return found === null ? null : `${found} in ${table} does not lead to the newest of its ${chain}`
  }
}

function namesWhatIsThere([table, column, other, key]: readonly [
  string,
  string,
  string,
  string,
]): TableCheck {
  return async (db) => {
    const found = await firstOf(
      db,
      sql`select of_all.${sql.ref(column)} as id from ${sql.table(table)} as of_all where not exists (
        select 1 from ${sql.table(other)} as named where named.${sql.ref(key)} = of_all.${sql.ref(column)}) limit 1`,
    )
    return found === null ? null : `${table} names ${found}, which is not in ${other}`
  }
}

async function firstOf(db: Db, query: ReturnType<typeof sql>): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`${query}`.execute(db)
  return rows[0]?.id ?? null
}

async function countsAreRight(rebuilt: Db): Promise<string | null> {
  const counted = await rebuilt
    .selectFrom('entries')
    .select('topic_id')
    .select((eb) => [
      eb.fn.sum<number>(eb.case().when('status', '=', 'published').then(1).else(0).end()).as('total'),
      eb.fn
        .sum<number>(
          eb
            .case()
            .when(eb.and([eb('status', '=', 'published'), eb('mode', '=', 'reviewed')]))
            .then(1)
            .else(0)
            .end(),
        )
        .as('reviewed'),
    ])
    .groupBy('topic_id')
    .orderBy('topic_id')
    .execute()
  const kept = await rebuilt.selectFrom('topic_counts').selectAll().orderBy('topic_id').execute()
  const wrong = counted.find(
    (topic, place) =>
      kept[place]?.topic_id !== topic.topic_id ||
      kept[place]?.total !== topic.total ||
      kept[place]?.reviewed !== topic.reviewed,
  )
  return wrong === undefined ? null : `the counts of ${wrong.topic_id} are not those of its entries`
}

async function pathsLeadHome(rebuilt: Db): Promise<string | null> {
  const row = await rebuilt
    .selectFrom('entries')
    .leftJoin('aliases', 'aliases.path', 'entries.path')
    .select('entries.path')
    .where((eb) => eb('aliases.entry_id', 'is distinct from', eb.ref('entries.entry_id')))
    .limit(1)
    .executeTakeFirst()
  return row === undefined ? null : `two entries have the path ${row.path}`
}
