import type { Standing } from '../../core/freshness.ts'
import { joinStandings, type StandingKey, type StandingRows } from '../../storage/standing-rows.ts'
import type { Rows } from '../indexer/rows.ts'

/** How the revisions of the rows of a page hold up, by their hashes. */
export async function readStandings(
  rows: Rows,
  items: readonly { readonly row: StandingKey }[],
): Promise<ReadonlyMap<string, Standing>> {
  if (items.length === 0) return new Map()
  const revisions = items.map(({ row }) => row)
  const hashes = [...new Set(revisions.map(({ content_hash }) => content_hash))]
  const topics = [...new Set(revisions.map(({ topic_id }) => topic_id))]
  const evidence = await rows.all(
    `select candidate_hash, expires_at, challenged_at from evidence where candidate_hash in (${marks(hashes)})`,
    hashes,
  )
  const suggestions = await rows.all(
    `select topic_id, related_hashes from suggestions where topic_id in (${marks(topics)}) and resolution_state = 'open' and triage_state = 'accepted'`,
    topics,
  )
  return joinStandings(revisions, { evidence, suggestions } as unknown as StandingRows)
}

function marks(values: readonly string[]): string {
  return values.map(() => '?').join(', ')
}
