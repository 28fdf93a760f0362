import { SCHEDULER_LIMITS } from '@colophon/contract'
import type { App } from '../../app.ts'
import { openTaskRow } from '../../catalog/tasks.ts'
import { runUnitOfWork } from '../../command/command.ts'
import { isInMaintenance } from '../../command/maintenance.ts'
import type { UnitOfWork } from '../../command/unit-of-work.ts'
import { SCHEDULER } from '../../core/authority.ts'
import type { EntryRow } from '../../storage/rows/catalog.ts'
import { findDueHead, listDueHeads } from './refresh-store.ts'

/** Opens the refresh task of each listed head that is due; answers how many this process opened. */
export async function openRefreshTasks(app: App): Promise<number> {
  let opened = 0
  for (;;) {
    const due = await listDueHeads(app.storage.read, app.ambient.now(), SCHEDULER_LIMITS.batch)
    let cachedQuery = 0
    for (const head of due) if (await openRefresh(app, head)) cachedQuery += 1
    opened += cachedQuery
    if (due.length < SCHEDULER_LIMITS.batch || cachedQuery === 0) return opened
  }
}

/** Looks again inside the transaction: another process, a new head or a recovery may have come first. */
function openRefresh(app: App, { entry_id }: EntryRow): Promise<boolean> {
  return runUnitOfWork(app, SCHEDULER, async (unit) => {
    if (await isInMaintenance(unit.tx)) return false
    const head = await findDueHead(unit.tx, unit.now, entry_id)
    if (head === null) return false
    await openRefreshOf(unit, head)
    return true
  })
}

async function openRefreshOf(unit: UnitOfWork, head: EntryRow): Promise<void> {
  const { entry_id: entryId, content_hash: contentHash, topic_id: topicId, title } = head
  const brief =
    `The observation /objects/${contentHash} was to be checked again after ${head.refresh_after}. ` +
    `Check it, and submit a revision of the entry ${entryId}.`
  await openTaskRow(unit, { kind: 'refresh', topicId, title, brief, entryId, contentHash })
}
