import { HEALTH_LIMITS } from '@colophon/contract'
import { sql } from 'kysely'
import type { Db } from '../../storage/storage.ts'
import type { HealthRow } from './health-rules.ts'

const HEAD = ['entries.entry_id', 'entries.content_hash', 'entries.path', 'entries.title'] as const

/** Listed heads whose own date has passed, the oldest date first. */
export function listOverdueHeads(db: Db, topic: string, now: string): Promise<HealthRow[]> {
  return db
    .selectFrom('entries')
    .select(HEAD)
    .select((eb) => eb.ref('refresh_after').$notNull().as('since'))
    .where('topic_id', '=', topic)
    .where('status', '=', sql.lit('published'))
    .where('refresh_after', '<=', now)
    .where('refresh_after', 'is not', null)
    .orderBy('refresh_after')
    .limit(HEALTH_LIMITS.counted)
    .execute()
}

/** Listed heads of whose evidence a row has expired: of the rows that expired last. */
export function listExpiredHeads(db: Db, topic: string, now: string): Promise<HealthRow[]> {
  return db
    .selectFrom((eb) =>
      eb
        .selectFrom('evidence')
        .select(['candidate_hash', 'expires_at'])
        .where('topic_id', '=', topic)
        .where('expires_at', '<=', now)
        .orderBy('expires_at', 'desc')
        .limit(HEALTH_LIMITS.scanned)
        .as('expired'),
    )
    .innerJoin('revisions', 'revisions.content_hash', 'expired.candidate_hash')
    .innerJoin('entries', (join) =>
      join
        .onRef('entries.entry_id', '=', 'revisions.entry_id')
        .onRef('entries.content_hash', '=', 'revisions.content_hash'),
    )
    .select(HEAD)
    .select('expired.expires_at as since')
    .where('entries.status', '=', sql.lit('published'))
    .execute()
}

/** What challenges revisions of a topic now: rows of evidence, and suggestions that were accepted and are open. */
export async function listChallenges(db: Db, topic: string) {
  const rows = await db
    .selectFrom('evidence')
    .select((eb) => ['candidate_hash as content_hash', eb.ref('challenged_at').$notNull().as('since')])
    .where('topic_id', '=', topic)
    .where('challenged_at', 'is not', null)
    .orderBy('challenged_at', 'desc')
    .limit(HEALTH_LIMITS.scanned)
    .execute()
  const suggestions = await db
    .selectFrom('suggestions')
    .select((eb) => ['related_hashes', eb.fn.coalesce('triaged_at', 'created_at').as('since')])
    .where('topic_id', '=', topic)
    .where('resolution_state', '=', sql.lit('open'))
    .where('triage_state', '=', sql.lit('accepted'))
    .limit(HEALTH_LIMITS.counted)
    .execute()
  const named = suggestions.flatMap(({ related_hashes, since }) =>
    // A list of hashes, which were checked when they were written.
    (JSON.parse(related_hashes) as string[]).map((content_hash) => ({ content_hash, since })),
  )
  return [...rows, ...named].slice(0, HEALTH_LIMITS.scanned)
}

/** Those of the revisions that are listed heads of the topic. */
export function findListedHeads(db: Db, topic: string, hashes: readonly string[]) {
  if (hashes.length === 0) return []
  return db
    .selectFrom('revisions')
    .innerJoin('entries', (join) =>
      join
        .onRef('entries.entry_id', '=', 'revisions.entry_id')
        .onRef('entries.content_hash', '=', 'revisions.content_hash'),
    )
    .select(HEAD)
    .where('revisions.content_hash', 'in', hashes)
    .where('entries.topic_id', '=', topic)
    .where('entries.status', '=', sql.lit('published'))
    .execute()
}

/** Heads that are retired now: of the decisions that were made last, the newest first. */
export function listRetiredHeads(db: Db, topic: string): Promise<HealthRow[]> {
  return db
    .selectFrom((eb) =>
      eb
        .selectFrom('retirements')
        .select(['retirement_hash', 'content_hash', 'decided_at'])
        .where('topic_id', '=', topic)
        .orderBy('decided_at', 'desc')
        .limit(HEALTH_LIMITS.scanned)
        .as('decided'),
    )
    .innerJoin('revisions', (join) =>
      join
        .onRef('revisions.content_hash', '=', 'decided.content_hash')
        .onRef('revisions.retirement_hash', '=', 'decided.retirement_hash'),
    )
    .innerJoin('entries', (join) =>
      join
        .onRef('entries.entry_id', '=', 'revisions.entry_id')
        .onRef('entries.content_hash', '=', 'revisions.content_hash'),
    )
    .select(HEAD)
    .select('decided.decided_at as since')
    .where('entries.status', '=', sql.lit('retired'))
    .execute()
}
