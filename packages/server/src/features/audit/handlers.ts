import type { Handler } from '../../catalog/handler.ts'
import { isTextTuple, openPage } from '../../catalog/pages.ts'
import { ok } from '../../command/call.ts'
import { listAuditRows } from './store.ts'

export const listAudit: Handler<'listAudit'> = async (app, call) => {
  const page = openPage(app, call, isTextTuple(2))
  const rows = await listAuditRows(app.storage.read, page.asked)
  return ok(page.close(rows, (row) => [row.at, row.audit_id]))
}
