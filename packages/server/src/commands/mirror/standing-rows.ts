import type { MirroredStanding } from '@colophon/client/node/mirror'
import type { SuggestionRow } from '../../storage/rows/curation.ts'
import type { EvidenceRow, ReviewPlanRow } from '../../storage/rows/editorial.ts'
import type { StandingKey } from '../../storage/standing-rows.ts'

/** Nobody that a mirror knows. */
export const NO_IDENTITY = ''

const [LONG_AGO, NEVER] = ['1970-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z']

/** Rows by which what a press said of a revision is said again. */
interface StandingRowSet {
  readonly evidence: readonly EvidenceRow[]
  readonly suggestions: readonly SuggestionRow[]
  readonly review_plans: readonly ReviewPlanRow[]
}

/**
 * The evidence as the press stated it, and for what it did not state (suggestions, evidence that never counted) a row that
 * says as much: a mirror has no way to it, and nobody can read such rows from a mirror.
 */
export function rowsOfStanding(standing: MirroredStanding, place: StandingKey): StandingRowSet {
  const stated = standing.evidence.map((row) => evidenceRow(place, { ...row, is_sound: 1 }))
  const { freshness } = standing
  const unstated = freshness === null ? NOTHING : UNSTATED[freshness](place)
  return {
    evidence: [...stated, ...unstated.evidence],
    suggestions: unstated.suggestions,
    review_plans: plansOf(standing, place),
  }
}

type Unstated = Pick<StandingRowSet, 'evidence' | 'suggestions'>
const NOTHING: Unstated = { evidence: [], suggestions: [] }

/** What makes a revision at least so, whatever else is known: a row that never expires makes nothing due. */
const UNSTATED: Readonly<
  Record<NonNullable<MirroredStanding['freshness']>, (place: StandingKey) => Unstated>
> = {
  fresh: (place) => ({ evidence: [expiring(place, NEVER)], suggestions: [] }),
  due: (place) => ({ evidence: [expiring(place, LONG_AGO)], suggestions: [] }),
  challenged: (place) => ({ evidence: [], suggestions: [challengeOf(place)] }),
}

function expiring(place: StandingKey, expires_at: string): EvidenceRow {
  const row = { method: 'manual-source-v1' as const, checked_at: LONG_AGO, expires_at, challenged_at: null }
  return evidenceRow(place, { ...row, evidence_hash: place.content_hash, is_sound: 0 })
}

function evidenceRow(
  { content_hash: candidate_hash, topic_id }: StandingKey,
  row: MirroredStanding['evidence'][number] & Pick<EvidenceRow, 'is_sound'>,
): EvidenceRow {
  const nobody = {
    submitted_by: NO_IDENTITY,
    challenge_selector: null,
    challenge_reason: null,
    challenged_by: null,
  }
  const { evidence_hash, checked_at } = row
  return { ...row, ...nobody, evidence_id: evidence_hash, candidate_hash, topic_id, created_at: checked_at }
}

function challengeOf({ content_hash, topic_id }: StandingKey): SuggestionRow {
  return {
    suggestion_id: content_hash,
    suggestion_hash: content_hash,
    topic_id,
    kind: 'correction',
    question: '',
    motivation: '',
    related_hashes: JSON.stringify([content_hash]),
    parent_hash: null,
    resolution_state: 'open',
    resolution_hash: null,
    triage_state: 'accepted',
    triaged_at: null,
    task_id: null,
    created_at: LONG_AGO,
    created_by: NO_IDENTITY,
    created_label: null,
  }
}

function plansOf({ coverage }: MirroredStanding, { content_hash, topic_id }: StandingKey): ReviewPlanRow[] {
  if (coverage === null) return []
  const focuses = coverage.focuses.map((focus) => ({ focus, task_id: '' }))
  return [
    {
      plan_id: content_hash,
      candidate_hash: content_hash,
      topic_id,
      policy_hash: coverage.policy_hash,
      focuses: JSON.stringify(focuses),
      created_by: NO_IDENTITY,
      created_at: LONG_AGO,
      completed_at: LONG_AGO,
    },
  ]
}
