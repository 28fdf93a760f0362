import type { Db } from '../../storage/storage.ts'
import type { AuditRow } from '../../storage/tables.ts'

/** Newest first. */
export async function listAuditRows(
  db: Db,
  asked: { after: string[] | null; limit: number },
): Promise<AuditRow[]> {
  let query = db.selectFrom('audit').selectAll()
  const [at, id] = asked.after ?? []
  if (at !== undefined && id !== undefined)
    query = query.where((eb) => eb(eb.refTuple('at', 'audit_id'), '<', eb.tuple(at, id)))
  return query.orderBy('at', 'desc').orderBy('audit_id', 'desc').limit(asked.limit).execute()
}
