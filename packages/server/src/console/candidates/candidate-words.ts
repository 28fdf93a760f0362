import type { AnswerOf, Operations } from '@colophon/contract'
import { html, type Markup } from '../../pages/html.ts'
import { instantView } from '../detail-layout.ts'
import { labelOf, type Option } from '../fields.ts'
import type { FilteredList } from '../filters.ts'
import { withPlace } from '../list-place.ts'

export type CandidateAnswer = AnswerOf<Operations['getCandidate']>
type Coverage = AnswerOf<Operations['getCoverage']>

export const CANDIDATE_STATES: readonly (Option & { readonly value: CandidateAnswer['state'] })[] = [
  { value: 'finalized', label: 'Accepted' },
  { value: 'in_review', label: 'In review' },
  { value: 'reviewed', label: 'Reviews complete' },
  { value: 'published', label: 'Published' },
]

export function candidateAddress(hash: string): string {
  return `/console/candidates/${hash}`
}

export function candidateMark({ state }: Pick<CandidateAnswer, 'state'>): Markup {
  return html`<span class=${`mark ${state}`}>${labelOf(CANDIDATE_STATES, state)}</span>`
}

/** The list of candidates, with what may be chosen of it. */
export const CANDIDATE_LIST: FilteredList = {
  path: '/console/candidates',
  label: 'Candidates',
  filters: [
    { name: 'topic', label: 'Topic' },
    { name: 'state', label: 'State', options: CANDIDATE_STATES },
  ],
}

/** Each leads back to the list at this place. */
export function candidateList(items: readonly CandidateAnswer[], place: string): Markup {
  return html`<ul class="entries">
    ${items.map(
      (item) => html`<li>
        <h3><a href=${withPlace(candidateAddress(item.candidate_hash), place)}>${item.title}</a></h3>
        <p>${item.summary}</p>
        <p class="facts">
          ${candidateMark(item)} by <bdi>${item.author}</bdi>, ${instantView(item.created_at)},${' '}
          <code>${item.path}</code>
        </p>
      </li>`,
    )}
  </ul>`
}

const FOCUS_WORDS: Readonly<Record<Coverage['focuses'][number]['state'], string>> = {
  pending: 'not reviewed yet',
  done: 'reviewed',
  approve: 'approved',
  request_changes: 'changes requested',
  reject: 'rejected',
}

function evidenceWords({ counted, required }: Coverage['evidence']): string {
  const rows = counted === 1 ? '1 row counts' : `${counted} rows count`
  return required === 0 ? `${rows}; none is needed` : `${rows} of ${required} needed`
}

/** What the server tells this visitor of reviews and evidence; nothing is concluded from it here. */
export function coverageSummary({ passes, focuses, evidence, missing }: Coverage): Markup {
  return html`<dl class="facts">
      ${focuses.map(
        ({ focus, state }) =>
          html`<dt>${focus}</dt> <dd><span class=${`mark ${state}`}>${FOCUS_WORDS[state]}</span></dd>`,
      )}
      <dt>Evidence</dt>
      <dd>${evidenceWords(evidence)}</dd>
      ${passes === null ? null : html`<dt>Covered</dt> <dd>${passes ? 'yes' : 'not yet'}</dd>`}
    </dl>
    ${missing.length === 0 ? null : html`<ul class="missing">${missing.map((sentence) => html`<li>${sentence}</li>`)}</ul>`}`
}
