import { appendChange, nextChangePosition, retirementChange } from '../../catalog/changes.ts'
import { addRecord } from '../../catalog/objects.ts'
import { findRetirement } from '../../catalog/retirements.ts'
import type { RevisionInSite } from '../../catalog/visibility.ts'
import type { UnitOfWork } from '../../command/unit-of-work.ts'
import { nextInstant } from '../../core/utc-day.ts'
import { insertRow } from '../../storage/portable.ts'
import type { EntryRow } from '../../storage/rows/catalog.ts'
import type { RetirementRow } from '../../storage/rows/editorial.ts'
import type { Db } from '../../storage/storage.ts'
import type { RetirementDecision } from './rules.ts'

const insert = insertRow('retirements', {
  retirement_hash: true,
  content_hash: true,
  entry_id: true,
  topic_id: true,
  position: true,
  previous_hash: true,
  state: true,
  reason: true,
  replacement_hashes: true,
  decided_by: true,
  decided_label: true,
  decided_at: true,
})

interface RetirementInput {
  revision: RevisionInSite
  decision: RetirementDecision
  head: EntryRow
}

/** Appends a decision to the chain of its revision and to the streams: the immutable object and its rows. */
export async function appendRetirement(
  unit: UnitOfWork,
  { revision, decision, head }: RetirementInput,
): Promise<RetirementRow> {
  const last = decision.previous_hash && (await findRetirement(unit.tx, { content: revision.sha256 }))
  // Decisions on an entry have increasing times, so that the records alone tell their order.
  const before = last && last.decided_at > head.published_at ? last.decided_at : head.published_at
  const position = await nextChangePosition(unit.tx, revision.topic_id, nextInstant(before, unit.now))
  const place = { content_hash: revision.sha256, entry_id: revision.entry_id, topic_id: revision.topic_id }
  const retirementHash = await addRecord(unit, {
    kind: 'retirement',
    at: position.at,
    topicId: revision.topic_id,
    entryId: revision.entry_id,
    fields: { ...place, ...decision, decided_by: unit.caller.label, decided_at: position.at },
  })
  const row = {
    ...place,
    ...decision,
    retirement_hash: retirementHash,
    position: (last ? last.position : 0) + 1,
    replacement_hashes: JSON.stringify(decision.replacement_hashes),
    decided_by: unit.caller.identityId,
    decided_label: unit.caller.label,
    decided_at: position.at,
  }
  await insert(unit.tx, row)
  await appendChange(unit.tx, position, retirementChange(row, revision.visibility))
  return row
}

/** Those of the hashes that are listed heads of the topic. */
export async function listedHeads(db: Db, topicId: string, hashes: readonly string[]): Promise<Set<string>> {
  if (hashes.length === 0) return new Set()
  const rows = await db
    .selectFrom('revisions')
    .innerJoin('entries', (join) =>
      join
        .onRef('entries.entry_id', '=', 'revisions.entry_id')
        .onRef('entries.content_hash', '=', 'revisions.content_hash'),
    )
    .select('revisions.content_hash')
    .where('revisions.content_hash', 'in', hashes)
    .where('entries.topic_id', '=', topicId)
    .where('entries.status', '=', 'published')
    .execute()
  return new Set(rows.map((row) => row.content_hash))
}

/** Oldest first. */
export function listRetirementRows(
  db: Db,
  asked: { contentHash: string; after: number; limit: number },
): Promise<RetirementRow[]> {
  return db
    .selectFrom('retirements')
    .selectAll()
    .where('content_hash', '=', asked.contentHash)
    .where('position', '>', asked.after)
    .orderBy('position')
    .limit(asked.limit)
    .execute()
}
