import { compiled } from '../storage/portable.ts'
import type { RecoveryJobRow } from '../storage/rows/site.ts'
import type { Db } from '../storage/storage.ts'

const find = compiled<{ id: string }>()((db, p) =>
  db.selectFrom('recovery_jobs').selectAll().where('job_id', '=', p('id')),
)

export function findRecoveryJob(db: Db, key: { id: string }): Promise<RecoveryJobRow | null> {
  return find.first(db, key)
}
