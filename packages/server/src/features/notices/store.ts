import { NOTICE_LIMITS } from '@colophon/contract'
import { sql } from 'kysely'
import { preparedQuery } from '../../storage/portable.ts'
import type { Db } from '../../storage/storage.ts'

const reports = preparedQuery<{ identity: string; limit: number }>()((db, p) =>
  db
    .selectFrom('signal_reports')
    .select(['target_hash', 'value', 'received_at'])
    .where('identity_id', '=', p('identity'))
    .orderBy('entry_id')
    .orderBy('day')
    .orderBy('target_hash')
    .limit(p('limit')),
)

/** An identity's reports of use, in the order of their key. */
export function listOwnReports(db: Db, identity: string) {
  return reports.all(db, { identity, limit: NOTICE_LIMITS.reports })
}

const suggestions = preparedQuery<{ identity: string; limit: number }>()((db, p) =>
  db
    .selectFrom('suggestions')
    .leftJoin('resolutions', 'resolutions.resolution_hash', 'suggestions.resolution_hash')
    .select([
      'suggestions.suggestion_id',
      'suggestions.topic_id',
      'suggestions.kind',
      'suggestions.related_hashes',
      'suggestions.created_at',
      'resolutions.resolution_hash',
      'resolutions.fixed_hashes',
      'resolutions.reason',
      'resolutions.decided_at',
    ])
    .where('suggestions.created_by', '=', p('identity'))
    .orderBy('suggestions.created_at', 'desc')
    .orderBy('suggestions.suggestion_id', 'desc')
    .limit(p('limit')),
)

/** An identity's newest suggestions, those of its feedback among them, with the decision in force on each. */
export function listOwnSuggestions(db: Db, identity: string) {
  return suggestions.all(db, { identity, limit: NOTICE_LIMITS.revisions })
}

export type OwnSuggestion = Awaited<ReturnType<typeof listOwnSuggestions>>[number]

/** Those of the revisions that were published, with the heads of their entries and what was decided on them. */
export async function findHappenings(db: Db, hashes: readonly string[]) {
  if (hashes.length === 0) return { revisions: [], retirements: [], evidence: [] }
  const revisions = await db
    .selectFrom('revisions')
    .innerJoin('entries', 'entries.entry_id', 'revisions.entry_id')
    .select([
      'revisions.content_hash',
      'revisions.entry_id',
      'revisions.topic_id',
      'entries.path',
      'revisions.title',
      'entries.content_hash as head_hash',
      'revisions.retirement_state',
      'revisions.superseded_at',
      'revisions.superseded_by',
    ])
    .where('revisions.content_hash', 'in', hashes)
    .execute()
  const retirements = await db
    .selectFrom('retirements')
    .select(['content_hash', 'retirement_hash', 'state', 'reason', 'replacement_hashes', 'decided_at'])
    .where('content_hash', 'in', hashes)
    .execute()
  const evidence = await db
    .selectFrom('evidence')
    .select((eb) => ['candidate_hash as content_hash', eb.ref('challenged_at').$notNull().as('at')])
    .where('candidate_hash', 'in', hashes)
    .where('challenged_at', 'is not', null)
    .execute()
  return { revisions, retirements, evidence }
}

/** The accepted and open suggestions of topics, and since when they are accepted. */
export async function listChallenging(db: Db, topics: readonly string[]) {
  if (topics.length === 0) return []
  return db
    .selectFrom('suggestions')
    .select((eb) => ['topic_id', 'related_hashes', eb.fn.coalesce('triaged_at', 'created_at').as('at')])
    .where('topic_id', 'in', topics)
    .where('resolution_state', '=', sql.lit('open'))
    .where('triage_state', '=', sql.lit('accepted'))
    .execute()
}
