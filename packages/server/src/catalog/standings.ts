import { sql } from 'kysely'
import type { Standing } from '../core/freshness.ts'
import { cachedRows } from '../storage/cached-query.ts'
import { preparedQuery } from '../storage/portable.ts'
import {
  joinStandings,
  type StandingDoubt,
  type StandingEvidence,
  type StandingKey,
} from '../storage/standing-rows.ts'
import type { Db } from '../storage/storage.ts'

/** So many revisions are looked up one by one, as rows that are kept; more of them in one query. */
const FEW = 4

/**
 * How revisions hold up, by their hashes: from their evidence, and from the suggestions of their own topic that a curator
 * accepted and nobody has resolved.
 */
export async function standingsOf(
  db: Db,
  revisions: readonly StandingKey[],
): Promise<ReadonlyMap<string, Standing>> {
  if (revisions.length === 0) return new Map()
  const topics = [...new Set(revisions.map(({ topic_id }) => topic_id))]
  const [topic] = topics
  const evidence = await evidenceAbout(db, revisions)
  const suggestions =
    topic !== undefined && topics.length === 1
      ? await acceptedIn(db, { topic })
      : await acceptedInAll(db, topics)
  return joinStandings(revisions, { evidence, suggestions })
}

const ofRevision = cachedRows(
  preparedQuery<{ hash: string }>()((db, p) =>
    db
      .selectFrom('evidence')
      .select(['candidate_hash', 'expires_at', 'challenged_at'])
      .where('candidate_hash', '=', p('hash')),
  ),
)

async function evidenceAbout(
  db: Db,
  revisions: readonly StandingKey[],
): Promise<readonly StandingEvidence[]> {
  const hashes = revisions.map(({ content_hash }) => content_hash)
  if (hashes.length <= FEW) return (await Promise.all(hashes.map((hash) => ofRevision(db, { hash })))).flat()
  return db
    .selectFrom('evidence')
    .select(['candidate_hash', 'expires_at', 'challenged_at'])
    .where('candidate_hash', 'in', hashes)
    .execute()
}

const OPEN = sql.lit<'open'>('open')
const ACCEPTED = sql.lit<'accepted'>('accepted')

const acceptedIn = cachedRows(
  preparedQuery<{ topic: string }>()((db, p) =>
    db
      .selectFrom('suggestions')
      .select(['topic_id', 'related_hashes'])
      .where('topic_id', '=', p('topic'))
      .where('resolution_state', '=', OPEN)
      .where('triage_state', '=', ACCEPTED),
  ),
)

function acceptedInAll(db: Db, topics: readonly string[]): Promise<StandingDoubt[]> {
  return db
    .selectFrom('suggestions')
    .select(['topic_id', 'related_hashes'])
    .where('topic_id', 'in', topics)
    .where('resolution_state', '=', OPEN)
    .where('triage_state', '=', ACCEPTED)
    .execute()
}
