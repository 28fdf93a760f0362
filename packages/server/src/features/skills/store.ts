import { hasSkills } from '@colophon/contract'
import { listRanges } from '../../catalog/pages.ts'
import { readableTopics } from '../../catalog/topics.ts'
import type { Caller } from '../../core/authority.ts'
import { cachedQuery } from '../../storage/cached-query.ts'
import { rangesOf } from '../../storage/first-of-ranges.ts'
import { preparedQuery } from '../../storage/portable.ts'
import type { EntryRow } from '../../storage/rows/catalog.ts'
import type { Db } from '../../storage/storage.ts'

/** Behind the ids of all entries of a path. */
const AFTER_IDS = '~'

/** Listed entries of the topics that publish skills and that the caller can read, by path: a skill is known by its path. */
export async function listSkillRows(
  db: Db,
  asked: { caller: Caller; topic: string | undefined; after: string | null; limit: number },
): Promise<EntryRow[]> {
  const { caller, topic, limit } = asked
  const topics = (await readableTopics(db, caller, topic)).filter(({ profile }) => hasSkills(profile))
  if (topics.length === 0) return []
  const after = asked.after === null ? null : [asked.after, AFTER_IDS]
  return listRanges(db, LISTED, { ranges: rangesOf(topics.map(({ id }) => id)), after, limit })
}

const LISTED = {
  table: 'entries',
  each: ['topic_id'],
  by: ['path', 'entry_id'],
  from: 'oldest',
  only: ['status', 'published'],
} as const

const planOf = preparedQuery<{ candidate: string }>()((db, p) =>
  db.selectFrom('review_plans').select('focuses').where('candidate_hash', '=', p('candidate')),
)

/** The plan by which a candidate was reviewed: its focuses, as JSON. */
export const findPlanFocuses = cachedQuery(planOf)

const soundEvidence = preparedQuery<{ candidate: string; now: string }>()((db, p) =>
  db
    .selectFrom('evidence')
    .select((eb) => eb.fn.min('expires_at').as('until'))
    .where('candidate_hash', '=', p('candidate'))
    .where('is_sound', '=', 1)
    .where('challenged_at', 'is', null)
    .where('expires_at', '>', p('now')),
)

/** When the first row of evidence expires that counts now; null where none does. */
export async function evidenceUntil(db: Db, of: { candidate: string; now: string }): Promise<string | null> {
  return (await soundEvidence.first(db, of))?.until ?? null
}
