import { type Kysely, sql } from 'kysely'
import { createTable } from './create-table.ts'

/** The streams of changes, from the records of what was done before there were any (decision 37). */
export const changes = {
  async up(db: Kysely<unknown>): Promise<void> {
    await createTable(db, 'changes', {
      columns: {
        topic_id: 'text',
        seq: 'integer',
        public_seq: 'integer?',
        kind: 'text',
        record: 'text',
        at: 'text',
      },
      primaryKey: ['topic_id', 'seq'],
      unique: [['public_seq']],
      isSmall: true,
    })
    await fill(db)
    // The streams have the time of a topic's last publication.
    await db.schema.alterTable('topics').dropColumn('last_published_at').execute()
  },
}

/**
 * By time; of what has the same one, what changed no visibility comes first, then changes of visibility by their
 * number. What was public is said by the last change of visibility before: topics begin as invited ones.
 */
async function fill(db: Kysely<unknown>): Promise<void> {
  const whetherPublic = (at: string) => sql`case when (
    select to_visibility from visibility_changes
    where visibility_changes.topic_id = acted.topic_id and changed_at < ${sql.ref(`acted.${at}`)}
    order by changed_at desc, position desc limit 1) = 'public' then 1 else 0 end`
  await sql`
    insert into changes (topic_id, seq, public_seq, kind, record, at)
    with acts as (
      select topic_id, 'publication' as kind, publication_hash as record, published_at as at, 0 as position,
        ${whetherPublic('published_at')} as is_public
      from publications as acted
      union all
      select topic_id, 'retirement', retirement_hash, decided_at, 0, ${whetherPublic('decided_at')}
      from retirements as acted
      union all
      select topic_id, 'visibility', change_id, changed_at, position, 1
      from visibility_changes
    )
    select topic_id,
      row_number() over (partition by topic_id order by at, position, record),
      case is_public when 1 then
        row_number() over (partition by is_public order by at, position, record) end,
      kind, record, at
    from acts`.execute(db)
}
