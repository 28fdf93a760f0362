import { compiled } from '../storage/portable.ts'
import type { SignalReportRow } from '../storage/rows/signals.ts'
import type { Db } from '../storage/storage.ts'

const byId = compiled<{ id: string }>()((db, p) =>
  db.selectFrom('signal_reports').selectAll().where('report_id', '=', p('id')),
)

/** A reported-use report by its id. */
export function findReport(db: Db, key: { id: string }): Promise<SignalReportRow | null> {
  return byId.first(db, key)
}
