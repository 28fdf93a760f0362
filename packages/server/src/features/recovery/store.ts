import type { RecoveryJobRow } from '../../storage/rows/site.ts'
import type { TopicRow } from '../../storage/rows/topics.ts'
import type { Db, Tx } from '../../storage/storage.ts'

export async function addJob(tx: Tx, row: RecoveryJobRow): Promise<void> {
  await tx.insertInto('recovery_jobs').values(row).execute()
}

export async function saveJob(tx: Tx, { job_id, ...changing }: RecoveryJobRow): Promise<void> {
  await tx.updateTable('recovery_jobs').set(changing).where('job_id', '=', job_id).execute()
}

export async function findNewestJob(db: Db): Promise<RecoveryJobRow | null> {
  const row = await db
    .selectFrom('recovery_jobs')
    .selectAll()
    .orderBy('started_at', 'desc')
    .orderBy('job_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

export async function hasEntries(db: Db): Promise<boolean> {
  return (
    (await db.selectFrom('publications').select('publication_hash').limit(1).executeTakeFirst()) !== undefined
  )
}

/** Browsers sign in again. */
export async function endSessions(tx: Tx): Promise<void> {
  await tx.deleteFrom('sessions').execute()
}

export function allTopics(db: Db): Promise<TopicRow[]> {
  return db.selectFrom('topics').selectAll().orderBy('id').execute()
}
