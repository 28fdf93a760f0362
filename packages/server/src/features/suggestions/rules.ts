import { type BodyOf, isDuplicate, type Operations } from '@colophon/contract'
import { followTip } from '../../catalog/follow-tip.ts'
import { changedSince, invalidField, namesNothing, problem } from '../../core/problem.ts'
import type { SuggestionRow } from '../../storage/rows/curation.ts'

type ResolutionBody = BodyOf<Operations['resolveSuggestion']>
type TriageBody = BodyOf<Operations['triageSuggestion']>

export interface ResolutionDecision {
  state: ResolutionBody['state']
  reason: string
  fixed_hashes: string[]
  duplicate_of: string | null
  previous_hash: string | null
}

/** How many fixes go with a state. */
const FIXES: Readonly<Record<ResolutionBody['state'], { least: number; most: number }>> = {
  open: { least: 0, most: Number.POSITIVE_INFINITY },
  resolved: { least: 1, most: Number.POSITIVE_INFINITY },
  duplicate: { least: 0, most: 0 },
}

/** Fixes are published, active revisions of the same topic: `usable` are those of them that are. */
export function checkFixes(body: ResolutionBody, usable: ReadonlySet<string>): string[] {
  const hashes = body.fixed_hashes ?? []
  const { least, most } = FIXES[body.state]
  if (hashes.length < least)
    throw invalidField('/fixed_hashes', 'needs 1 to 10 hashes with the state resolved')
  if (hashes.length > most) throw invalidField('/fixed_hashes', 'go with the states resolved and open')
  for (const [place, hash] of hashes.entries())
    if (!usable.has(hash)) throw namesNothing(`/fixed_hashes/${place}`)
  return hashes
}

/** A primary is another suggestion of the same topic that is no duplicate itself: so there are no cycles. */
export function checkPrimary(
  suggestion: SuggestionRow,
  body: ResolutionBody,
  primary: SuggestionRow | null,
): string | null {
  const id = body.duplicate_of ?? null
  if (!isDuplicate(body.state)) {
    if (id !== null) throw invalidField('/duplicate_of', 'goes with the state duplicate')
    return null
  }
  if (id === null) throw invalidField('/duplicate_of', 'is needed with the state duplicate')
  const fits =
    primary !== null &&
    primary.suggestion_id !== suggestion.suggestion_id &&
    primary.topic_id === suggestion.topic_id &&
    !isDuplicate(primary.resolution_state)
  if (!fits) throw namesNothing('/duplicate_of')
  return id
}

/** A decision follows the one that the curator saw, whatever its state. */
export function decideResolution(
  suggestion: SuggestionRow,
  body: ResolutionBody,
  checked: { fixed_hashes: string[]; duplicate_of: string | null },
): ResolutionDecision {
  const chain = {
    what: 'The resolution of the suggestion',
    tip: suggestion.resolution_hash,
    expected: body.expected_resolution_hash,
  }
  return followTip(chain, (previous) => ({
    state: body.state,
    reason: body.reason,
    ...checked,
    previous_hash: previous,
  }))
}

const OPENS_TASK: Readonly<Record<TriageBody['state'], boolean>> = {
  untriaged: false,
  accepted: true,
  declined: false,
}

/** A task is opened by accepting, and only by that. */
export function checkTask(body: TriageBody): NonNullable<TriageBody['task']> | null {
  if (body.task && !OPENS_TASK[body.state]) throw invalidField('/task', 'goes with the state accepted')
  return body.task ?? null
}

export function decideTriage(current: string, body: TriageBody): void {
  if (body.expected_triage_state !== current) throw changedSince('The triage of the suggestion', current)
  if (body.state === current) throw problem('invalid_state', `The suggestion is already ${current}.`)
}
