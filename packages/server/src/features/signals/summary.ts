import type { Handler } from '../../catalog/handler.ts'
import { ok } from '../../command/call.ts'
import { isAnonymous } from '../../core/authority.ts'
import { utcDay } from '../../core/utc-day.ts'
import { receiptOf } from './handlers.ts'
import { collectionOf } from './rules.ts'
import { readWindows, reportOfDay, startOf } from './summary-store.ts'

/**
 * Totals of a revision and of its entry. Every published revision of an entry is readable where one is: an
 * entry never leaves its topic. So the entry's totals tell of nothing that the caller may not read.
 */
export const getSignals: Handler<'getSignals'> = async (app, call) => {
  const db = app.storage.read
  const { revision: target } = await call.resolveResources(db)
  const now = app.ambient.now()
  const started = await startOf.first(db, { hash: target.sha256, entry: target.entry_id })
  const { revision, entry } = await readWindows(db, target, Date.parse(now))
  const own = isAnonymous(call.caller)
    ? null
    : await reportOfDay.first(db, {
        identity: call.caller.identityId,
        entry: target.entry_id,
        day: utcDay(now),
        hash: target.sha256,
      })
  return ok({
    target_hash: target.sha256,
    entry_id: target.entry_id,
    as_of: now,
    revision: { windows: revision, collection: collectionOf(revision['30d'], started?.revision ?? now, now) },
    entry: { windows: entry, collection: collectionOf(entry['30d'], started?.entry ?? now, now) },
    my_report_today: own && receiptOf(own, call.caller.participantId),
  })
}
