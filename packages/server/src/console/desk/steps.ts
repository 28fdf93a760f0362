import { isReviewTask } from '@colophon/contract'
import { type CandidateAnswer, candidateAddress } from '../candidates/candidate-words.ts'
import { modesFor } from '../candidates/publish-page.ts'
import { type ConsoleVisit, isCuratorOf, type MeAnswer } from '../definitions.ts'
import { type SubmissionAnswer, submissionAddress } from '../submissions/submission-words.ts'
import { type SuggestionAnswer, suggestionAddress, triageAddress } from '../suggestions/suggestion-words.ts'
import { type TaskAnswer, taskAddress } from '../tasks/task-words.ts'

/** What a step's button does: it leads to the page of the act, or claims the task at once. */
export type StepButton =
  | { readonly words: string; readonly to: string }
  | { readonly words: string; readonly claims: string; readonly isReview: boolean }

/** Something that waits for the visitor, with the act that is next. */
export interface WaitingStep {
  /** When it came, as an instant. */
  readonly since: string
  readonly title: string
  readonly address: string
  readonly topic: string
  /** What it is, in a few words. */
  readonly what: string
  /** The likeliest act first. */
  readonly buttons: readonly StepButton[]
}

/** A task that can be claimed now. */
export function taskStep(task: TaskAnswer): WaitingStep {
  const { kind, focus, task_id } = task
  return {
    since: task.created_at,
    title: task.title,
    address: taskAddress(task),
    topic: task.topic_id,
    what: focus === null ? TO_DO[kind] : `${TO_DO[kind]} (${focus})`,
    buttons: [{ words: 'Claim it', claims: task_id, isReview: isReviewTask(kind) }],
  }
}

const TO_DO: Readonly<Record<TaskAnswer['kind'], string>> = {
  research: 'Research to do',
  refresh: 'Observation that is due for a recheck',
  review: 'Review to give',
}

/** A proposal that nobody decided on; null where the visitor cannot either. */
export function submissionStep(submission: SubmissionAnswer, me: MeAnswer): WaitingStep | null {
  const address = submissionAddress(submission.proposal_hash)
  const decides = isCuratorOf(me, submission.topic_id)
  const isOwn = submission.author === me.label && me.access.can_publish_direct
  if (!decides && !isOwn) return null
  return {
    since: submission.created_at,
    title: submission.title,
    address,
    topic: submission.topic_id,
    what: `Proposal by ${submission.author} to decide on`,
    buttons: [
      { words: 'Accept it', to: `${address}/finalize` },
      ...(decides ? [{ words: 'Decline it', to: `${address}/decline` }] : []),
    ],
  }
}

/** A candidate that is not published; null while it waits for others. */
export function candidateStep(
  candidate: CandidateAnswer,
  visit: Pick<ConsoleVisit, 'me'>,
): WaitingStep | null {
  const address = candidateAddress(candidate.candidate_hash)
  const step = {
    since: candidate.created_at,
    title: candidate.title,
    address,
    topic: candidate.topic_id,
  }
  const curates = isCuratorOf(visit.me, candidate.topic_id)
  const publish = { words: 'Publish it', to: `${address}/publish` }
  if (candidate.coverage.passes && curates)
    return { ...step, what: 'Covered: it can be published', buttons: [publish] }
  if (candidate.review_plan === null && curates)
    return {
      ...step,
      what: 'Candidate that nobody reviews yet',
      buttons: [{ words: 'Ask for reviews', to: `${address}/review-plan` }, publish],
    }
  if (curates || modesFor(candidate, visit).length === 0) return null
  return { ...step, what: 'Your own text, accepted', buttons: [publish] }
}

/** A suggestion that is open; null where the visitor does not curate its topic. */
export function suggestionStep(suggestion: SuggestionAnswer, me: MeAnswer): WaitingStep | null {
  if (!isCuratorOf(me, suggestion.topic_id)) return null
  const address = suggestionAddress(suggestion.suggestion_id)
  const { what, buttons } = TRIAGED[suggestion.triage_state]({
    accept: { words: 'Accept as research', to: triageAddress(suggestion, 'accepted') },
    decline: { words: 'Decline it', to: triageAddress(suggestion, 'declined') },
    decide: { words: 'Decide on it', to: `${address}/resolution` },
  })
  return {
    since: suggestion.created_at,
    title: suggestion.question,
    address,
    topic: suggestion.topic_id,
    what,
    buttons,
  }
}

type SuggestionActs = Readonly<Record<'accept' | 'decline' | 'decide', StepButton>>

const TRIAGED: Readonly<
  Record<SuggestionAnswer['triage_state'], (acts: SuggestionActs) => Pick<WaitingStep, 'what' | 'buttons'>>
> = {
  untriaged: ({ accept, decline, decide }) => ({
    what: 'Suggestion to triage',
    buttons: [accept, decline, decide],
  }),
  accepted: ({ decide }) => ({ what: 'Accepted suggestion to decide on', buttons: [decide] }),
  declined: ({ decide }) => ({ what: 'Declined suggestion, still open', buttons: [decide] }),
}

/** Oldest first; what came at the same time, by its address, so that no reload moves it. */
export function inOrderOfAge(steps: readonly WaitingStep[]): WaitingStep[] {
  return steps.toSorted(
    (one, other) => compare(one.since, other.since) || compare(one.address, other.address),
  )
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}
