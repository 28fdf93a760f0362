import { SCHEDULER_LIMITS } from '@colophon/contract'
import type { App } from '../../app.ts'
import { openTask } from '../../catalog/tasks.ts'
import type { Act } from '../../command/act.ts'
import { perform } from '../../command/command.ts'
import { isInMaintenance } from '../../command/maintenance.ts'
import { SCHEDULER } from '../../core/authority.ts'
import type { EntryRow } from '../../storage/rows/catalog.ts'
import { findDueHead, listDueHeads } from './refresh-store.ts'

/** Opens the refresh task of each listed head that is due; answers how many this process opened. */
export async function openRefreshTasks(app: App): Promise<number> {
  let opened = 0
  for (;;) {
    const due = await listDueHeads(app.storage.read, app.now(), SCHEDULER_LIMITS.batch)
    let fresh = 0
    for (const head of due) if (await openRefresh(app, head)) fresh += 1
    opened += fresh
    if (due.length < SCHEDULER_LIMITS.batch || fresh === 0) return opened
  }
}

/** Looks again inside the transaction: another process, a new head or a recovery may have come first. */
function openRefresh(app: App, { entry_id }: EntryRow): Promise<boolean> {
  return perform(app, SCHEDULER, async (act) => {
    if (await isInMaintenance(act.tx)) return false
    const head = await findDueHead(act.tx, act.now, entry_id)
    if (head === null) return false
    await openRefreshOf(act, head)
    return true
  })
}

async function openRefreshOf(act: Act, head: EntryRow): Promise<void> {
  const { entry_id: entryId, content_hash: contentHash, topic_id: topicId, title } = head
  const brief =
    `The observation /objects/${contentHash} was to be checked again after ${head.refresh_after}. ` +
    `Check it, and submit a revision of the entry ${entryId}.`
  await openTask(act, { kind: 'refresh', topicId, title, brief, entryId, contentHash })
}
