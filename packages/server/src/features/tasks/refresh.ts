import { SCHEDULER_LIMITS } from '@colophon/contract'
import type { App } from '../../app.ts'
import { openTask } from '../../catalog/tasks.ts'
import type { Act } from '../../command/act.ts'
import { perform } from '../../command/command.ts'
import { isInMaintenance } from '../../command/maintenance.ts'
import { SCHEDULER } from '../../core/authority.ts'
import type { EntryRow } from '../../storage/rows/catalog.ts'
import type { Db } from '../../storage/storage.ts'

/** Opens the refresh task of each listed head that is due; answers how many this process opened. */
export async function openRefreshTasks(app: App): Promise<number> {
  let opened = 0
  for (;;) {
    const due = await dueHeads(app.storage.read, app.now()).limit(SCHEDULER_LIMITS.batch).execute()
    let fresh = 0
    for (const head of due) if (await openRefresh(app, head)) fresh += 1
    opened += fresh
    if (due.length < SCHEDULER_LIMITS.batch || fresh === 0) return opened
  }
}

/** Heads past their date for which no task was ever opened. */
function dueHeads(db: Db, now: string) {
  return db
    .selectFrom('entries')
    .selectAll('entries')
    .where('entries.refresh_after', '<=', now)
    .where('entries.status', '=', 'published')
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('tasks')
            .select('tasks.task_id')
            .whereRef('tasks.content_hash', '=', 'entries.content_hash'),
        ),
      ),
    )
    .orderBy('entries.refresh_after')
}

/** Looks again inside the transaction: another process, a new head or a recovery may have come first. */
function openRefresh(app: App, { entry_id }: EntryRow): Promise<boolean> {
  return perform(app, SCHEDULER, async (act) => {
    if (await isInMaintenance(act.tx)) return false
    const head = await dueHeads(act.tx, act.now).where('entries.entry_id', '=', entry_id).executeTakeFirst()
    if (head === undefined) return false
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
