import type { EntryRow } from '../../storage/rows/catalog.ts'
import type { Db } from '../../storage/storage.ts'

/** Listed heads past their date for which no task was ever opened, the longest due first. */
export function listDueHeads(db: Db, now: string, limit: number): Promise<EntryRow[]> {
  return dueHeads(db, now).limit(limit).execute()
}

/** The head of an entry, if it is one of those. */
export async function findDueHead(db: Db, now: string, entryId: string): Promise<EntryRow | null> {
  const head = await dueHeads(db, now).where('entries.entry_id', '=', entryId).executeTakeFirst()
  return head ?? null
}

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
