import type { Handler } from '../../catalog/handler.ts'
import { isPosition, openPage } from '../../catalog/pages.ts'
import { readableTopicIds } from '../../catalog/topics.ts'
import { ok } from '../../command/call.ts'
import { ANONYMOUS } from '../../core/authority.ts'
import { findHeadSeq, listChangeRows } from './store.ts'
import { changeView, publicChangeView } from './view.ts'

/**
 * The public stream is the same for every caller, so its cursors are everybody's. A topic that is not readable is one
 * in which nothing was done.
 */
export const listChanges: Handler<'listChanges'> = async (app, call) => {
  const { topic } = call.query
  const db = app.storage.read
  const page = openPage(app, topic === undefined ? { ...call, caller: ANONYMOUS } : call, isPosition)
  if (topic !== undefined && (await readableTopicIds(db, call.caller, topic)).length === 0)
    return ok({ items: [], next_cursor: null, head_seq: 0 })
  const stream = topic === undefined ? null : { topic }
  const headSeq = await findHeadSeq(db, stream)
  const after = page.after ?? call.query.after ?? 0
  // What came since the head was read is not of this answer.
  const rows = await listChangeRows(db, stream, { after, upTo: headSeq, limit: page.asked.limit })
  const { items, next_cursor } = page.close(rows, (row) => row.seq)
  return ok({
    items: items.map(stream === null ? publicChangeView : changeView),
    next_cursor,
    head_seq: headSeq,
  })
}
