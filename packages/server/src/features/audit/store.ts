import { pageOf, type RowPageParams } from '../../catalog/pages.ts'
import type { AuditRow } from '../../storage/rows/site.ts'
import type { Db } from '../../storage/storage.ts'

/** Newest first. */
export async function listAuditRows(db: Db, asked: RowPageParams<string[]>): Promise<AuditRow[]> {
  const query = db.selectFrom('audit').selectAll()
  return pageOf(query, { by: ['at', 'audit_id'], from: 'newest' }, asked).execute()
}
