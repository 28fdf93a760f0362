import { type AnswerOf, isBuried, type Operations } from '@colophon/contract'
import { cachedQuery } from '../storage/cached-query.ts'
import { preparedQuery } from '../storage/portable.ts'
import type { EntryRow } from '../storage/rows/catalog.ts'
import type { RetirementRow } from '../storage/rows/editorial.ts'
import type { Db } from '../storage/storage.ts'

type Tombstone = NonNullable<AnswerOf<Operations['getEntry']>['retirement']>

const ofRevision = preparedQuery<{ content: string }>()((db, p) =>
  db
    .selectFrom('revisions')
    .innerJoin('retirements', 'retirements.retirement_hash', 'revisions.retirement_hash')
    .selectAll('retirements')
    .where('revisions.content_hash', '=', p('content')),
)

/** The newest decision on a revision. */
export const findRetirement = cachedQuery(ofRevision)

/** What is shown in the place of a retired head; null for every other entry. */
export async function tombstoneOf(db: Db, entry: EntryRow): Promise<Tombstone | null> {
  if (!isBuried(entry.status)) return null
  const row = await retirementOf(db, entry.content_hash)
  return {
    retirement_hash: row.retirement_hash,
    reason: row.reason,
    retired_at: row.decided_at,
    replacements: await readReplacements(db, row),
  }
}

/** What the decision that retired a revision names in its place. */
export async function replacementsOf(db: Db, contentHash: string): Promise<Tombstone['replacements']> {
  return readReplacements(db, await retirementOf(db, contentHash))
}

async function retirementOf(db: Db, contentHash: string): Promise<RetirementRow> {
  const row = await findRetirement(db, { content: contentHash })
  if (row === null) throw new Error(`the retired revision ${contentHash} has no retirement`)
  return row
}

/** Pinned revisions in the order of the decision. They are of the entry's own topic: who reads one reads all. */
async function readReplacements(
  db: Db,
  { replacement_hashes }: RetirementRow,
): Promise<Tombstone['replacements']> {
  const hashes = JSON.parse(replacement_hashes) as string[]
  if (hashes.length === 0) return []
  const rows = await db
    .selectFrom('revisions')
    .select(['content_hash', 'entry_id', 'path', 'title'])
    .where('content_hash', 'in', hashes)
    .execute()
  const byHash = new Map(rows.map((row) => [row.content_hash, row]))
  return hashes.flatMap((hash) => byHash.get(hash) ?? [])
}
