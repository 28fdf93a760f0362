import { type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely'
import { createTable } from './create-table.ts'

/** A signal changes fewer rows, and smaller ones (decision 36). */
export const fewerRows = {
  async up(db: Kysely<unknown>): Promise<void> {
    await remakeMoments(db)
    await shortenKeys(db)
  },
}

/** From the reports, whom the former rows of an entry do not give back to its revisions. */
async function remakeMoments(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropTable('signal_moments').execute()
  await createTable(db, 'signal_moments', {
    columns: {
      at: 'integer',
      target_hash: 'text',
      entry_id: 'text',
      up: 'integer',
      down: 'integer',
      participants: 'integer',
      entry_participants: 'integer',
    },
    primaryKey: ['at', 'target_hash'],
    isSmall: true,
  })
  const next = (of: string, order: string) =>
    sql`lead(at) over (partition by identity_id, ${sql.ref(of)} order by ${sql.raw(order)})`
  await sql`
    insert into signal_moments (at, target_hash, entry_id, up, down, participants, entry_participants)
    with timed as (
      select identity_id, entry_id, target_hash, value, ${milliseconds(db)} as at from signal_reports
    ), standing as (
      select at, target_hash, entry_id, value,
        ${next('target_hash', 'at')} as next_of_target, ${next('entry_id', 'at, target_hash')} as next_of_entry
      from timed where value is not null
    ), counted as (
      select at, target_hash, entry_id,
        case when value = 'up' then 1 else 0 end as up,
        case when value = 'down' then 1 else 0 end as down,
        ${isLast('next_of_target')} as participants, ${isLast('next_of_entry')} as entry_participants
      from standing
      union all
      select at, target_hash, entry_id, 0, 0, 0, 0 from timed where value is null
    )
    select at, target_hash, entry_id, sum(up), sum(down), sum(participants), sum(entry_participants)
    from counted group by at, target_hash, entry_id`.execute(db)
}

function milliseconds(db: Kysely<unknown>): RawBuilder<number> {
  if (db.getExecutor().adapter instanceof PostgresAdapter)
    return sql`cast(extract(epoch from cast(received_at as timestamptz)) * 1000 as bigint)`
  return sql`cast(strftime('%s', received_at) as integer) * 1000 + cast(substr(received_at, 21, 3) as integer)`
}

/** As they were then, whatever the rules say later. */
const DAY_MILLISECONDS = 86_400_000
const COUNTED_DAYS = 31

/** No report of the same participant follows; dividing whole numbers leaves the day. */
function isLast(next: string): RawBuilder<number> {
  const days = sql`${sql.ref(next)} / ${sql.lit(DAY_MILLISECONDS)} - at / ${sql.lit(DAY_MILLISECONDS)}`
  return sql`case when ${sql.ref(next)} is null or ${days} > ${sql.lit(COUNTED_DAYS)} then 1 else 0 end`
}

/** 88 bits tell keys apart as well: a page of their index holds a third more. */
async function shortenKeys(db: Kysely<unknown>): Promise<void> {
  await sql`update idempotency set key_hash = substr(key_hash, 1, 22)`.execute(db)
}
