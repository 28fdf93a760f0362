import { isListed, isReviewed } from '@colophon/contract'
import { preparedQuery } from '../storage/portable.ts'
import type { EntryRow } from '../storage/rows/catalog.ts'
import type { RetirementRow } from '../storage/rows/editorial.ts'
import type { Tx } from '../storage/storage.ts'
import { changeCounts } from './apply-publication.ts'
import { unlistFromSearch } from './apply-search.ts'

/** Changes the public picture as a retirement says; search finds a head that left the lists no more. */
export async function applyRetirement(tx: Tx, row: RetirementRow, head: EntryRow): Promise<void> {
  if (await showRetirement(tx, row, head)) await unlistFromSearch(tx, head)
}

/**
 * Everything but search; answers whether the entry left the lists. It reads nothing but records and projections,
 * so that a rebuild gives the same picture. A revision that is no longer the head changes nothing but its own
 * state.
 */
export async function showRetirement(tx: Tx, row: RetirementRow, head: EntryRow): Promise<boolean> {
  await markRevision.send(tx, { content: row.content_hash, state: row.state, hash: row.retirement_hash })
  if (head.content_hash !== row.content_hash) return false
  // A reactivated head is not published again: it stays out of the lists until somebody does so.
  await setStatus.send(tx, { id: row.entry_id, status: SHOWN_AS[row.state] })
  if (!isListed(head.status)) return false
  await changeCounts(tx, row.topic_id, { total: -1, reviewed: isReviewed(head.mode) ? -1 : 0 })
  return true
}

const SHOWN_AS: Readonly<Record<RetirementRow['state'], EntryRow['status']>> = {
  retired: 'retired',
  active: 'unlisted',
}

const markRevision = preparedQuery<{ content: string; state: RetirementRow['state']; hash: string }>()(
  (db, p) =>
    db
      .updateTable('revisions')
      .set({ retirement_state: p('state'), retirement_hash: p('hash') })
      .where('content_hash', '=', p('content')),
)

const setStatus = preparedQuery<{ id: string; status: EntryRow['status'] }>()((db, p) =>
  db
    .updateTable('entries')
    .set({ status: p('status') })
    .where('entry_id', '=', p('id')),
)
