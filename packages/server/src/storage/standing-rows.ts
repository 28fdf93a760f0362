import type { Standing } from '../core/freshness.ts'
import type { SuggestionRow } from './rows/curation.ts'
import type { EvidenceRow } from './rows/editorial.ts'

/** A revision and the topic in which it is published. */
export interface StandingKey {
  readonly content_hash: string
  readonly topic_id: string
}

export type StandingEvidence = Pick<EvidenceRow, 'candidate_hash' | 'expires_at' | 'challenged_at'>

/** `related_hashes` is a list as JSON. */
export type StandingDoubt = Pick<SuggestionRow, 'topic_id' | 'related_hashes'>

/** What was read about some revisions: their evidence, and the accepted and open suggestions of their topics. */
export interface StandingRows {
  readonly evidence: readonly StandingEvidence[]
  readonly suggestions: readonly StandingDoubt[]
}

/** How each revision holds up, by its hash. A suggestion says nothing about revisions of other topics. */
export function joinStandings(
  revisions: readonly StandingKey[],
  { evidence, suggestions }: StandingRows,
): ReadonlyMap<string, Standing> {
  const named = namedIn(suggestions)
  return new Map(
    revisions.map(({ content_hash, topic_id }) => {
      const own = evidence.filter(({ candidate_hash }) => candidate_hash === content_hash)
      const isChallenged = own.some(({ challenged_at }) => challenged_at !== null)
      const dates = own.map(({ expires_at }) => expires_at).sort()
      const standing = {
        isChallenged: isChallenged || named.has(`${topic_id} ${content_hash}`),
        expiresAt: dates[0] ?? null,
      }
      return [content_hash, standing]
    }),
  )
}

/** Of rows that are kept and used again, what they name is read once. */
const namesOf = new WeakMap<readonly StandingDoubt[], ReadonlySet<string>>()

function namedIn(suggestions: readonly StandingDoubt[]): ReadonlySet<string> {
  const known = namesOf.get(suggestions)
  if (known !== undefined) return known
  const named = new Set(
    // Lists of hashes, which were checked when they were written.
    suggestions.flatMap(({ topic_id, related_hashes }) =>
      (JSON.parse(related_hashes) as string[]).map((hash) => `${topic_id} ${hash}`),
    ),
  )
  namesOf.set(suggestions, named)
  return named
}
