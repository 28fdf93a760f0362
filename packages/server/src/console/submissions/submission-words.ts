import type { AnswerOf, Operations } from '@colophon/contract'
import { html, type Markup } from '../../pages/html.ts'
import { instantView } from '../detail-layout.ts'
import { labelOf, type Option } from '../fields.ts'
import { withPlace } from '../list-place.ts'
import type { Tick } from '../several/choosing-view.ts'

export type SubmissionAnswer = AnswerOf<Operations['getSubmission']>

export const SUBMISSION_STATES: readonly Option[] = [
  { value: 'submitted', label: 'Submitted' },
  { value: 'finalized', label: 'Accepted' },
  { value: 'declined', label: 'Declined' },
  { value: 'withdrawn', label: 'Withdrawn' },
]

export function stateMark({ state }: Pick<SubmissionAnswer, 'state'>): Markup {
  return html`<span class=${`mark ${state}`}>${labelOf(SUBMISSION_STATES, state)}</span>`
}

export function submissionAddress(hash: string): string {
  return `/console/submissions/${hash}`
}

export function submissionFacts(submission: SubmissionAnswer): Markup {
  return html`<p class="facts">
    ${stateMark(submission)} by <bdi>${submission.author}</bdi>, ${instantView(submission.created_at)},${' '}
    <code>${submission.path}</code>
  </p>`
}

/** Each behind its box, where it has one. */
export function submissionList(
  items: readonly SubmissionAnswer[],
  { tick = () => null, place = '' }: { tick?: Tick; place?: string } = {},
): Markup {
  return html`<ul class="entries">
    ${items.map(
      (item) => html`<li>
        ${tick(item.proposal_hash, item.title)}
        <h3><a href=${withPlace(submissionAddress(item.proposal_hash), place)}>${item.title}</a></h3>
        ${submissionFacts(item)}
        ${item.reason === null ? null : html`<p class="said">${item.reason}</p>`}
      </li>`,
    )}
  </ul>`
}
