import type { BodyOf, Operations } from '@colophon/contract'
import { followTip } from '../../core/follow-tip.ts'
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

/** Fixes are published, active revisions of the same topic: `usable` are those of them that are. */
export function checkFixes(body: ResolutionBody, usable: ReadonlySet<string>): string[] {
  const hashes = body.fixed_hashes ?? []
  if (body.state === 'resolved' && hashes.length === 0)
    throw invalidField('/fixed_hashes', 'needs 1 to 10 hashes with the state resolved')
  if (body.state === 'duplicate' && hashes.length > 0)
    throw invalidField('/fixed_hashes', 'go with the states resolved and open')
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
  if (body.state !== 'duplicate') {
    if (id !== null) throw invalidField('/duplicate_of', 'goes with the state duplicate')
    return null
  }
  if (id === null) throw invalidField('/duplicate_of', 'is needed with the state duplicate')
  const fits =
    primary !== null &&
    primary.suggestion_id !== suggestion.suggestion_id &&
    primary.topic_id === suggestion.topic_id &&
    primary.resolution_state !== 'duplicate'
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

/** A task is opened by accepting, and only by that. */
export function checkTask(body: TriageBody): NonNullable<TriageBody['task']> | null {
  if (body.task && body.state !== 'accepted') throw invalidField('/task', 'goes with the state accepted')
  return body.task ?? null
}

export function decideTriage(current: string, body: TriageBody): void {
  if (body.expected_triage_state !== current) throw changedSince('The triage of the suggestion', current)
  if (body.state === current) throw problem('invalid_state', `The suggestion is ${current} already.`)
}
