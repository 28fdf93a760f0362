import { sql } from 'kysely'
import type { Standing } from '../core/freshness.ts'
import { joinStandings, type StandingKey } from '../storage/standing-rows.ts'
import type { Db } from '../storage/storage.ts'

/**
 * How revisions hold up, by their hashes: from their evidence, and from the suggestions of their own topic that a curator
 * accepted and nobody has resolved. Two queries, however many revisions are asked for.
 */
export async function standingsOf(
  db: Db,
  revisions: readonly StandingKey[],
): Promise<ReadonlyMap<string, Standing>> {
  if (revisions.length === 0) return new Map()
  const evidence = await db
    .selectFrom('evidence')
    .select(['candidate_hash', 'expires_at', 'challenged_at'])
    .where(
      'candidate_hash',
      'in',
      revisions.map(({ content_hash }) => content_hash),
    )
    .execute()
  const suggestions = await db
    .selectFrom('suggestions')
    .select(['topic_id', 'related_hashes'])
    .where('topic_id', 'in', [...new Set(revisions.map(({ topic_id }) => topic_id))])
    .where('resolution_state', '=', sql.lit('open'))
    .where('triage_state', '=', sql.lit('accepted'))
    .execute()
  return joinStandings(revisions, { evidence, suggestions })
}
