import { type AnswerOf, isFeedback, type Operations } from '@colophon/contract'
import { html, type Markup } from '../../pages/html.ts'
import { revisionLink, type Titles } from '../../pages/parts/revision-titles.ts'
import { instantView } from '../detail-layout.ts'
import { labelOf, type Option } from '../fields.ts'
import { withPlace } from '../list-place.ts'
import type { Tick } from '../several/choosing-view.ts'

export type SuggestionAnswer = AnswerOf<Operations['getSuggestion']>

/** What somebody invited may suggest. */
export const SUGGESTED_KINDS: readonly Option[] = [
  { value: 'discussion', label: 'Discussion' },
  { value: 'research', label: 'Research' },
  { value: 'correction', label: 'Correction' },
]

export const SUGGESTION_KINDS: readonly Option[] = [
  ...SUGGESTED_KINDS,
  { value: 'article_feedback', label: 'Reader’s feedback' },
]

export const RESOLUTIONS: readonly Option[] = [
  { value: 'open', label: 'Open', hint: 'Work remains; you may name the fixes so far.' },
  { value: 'resolved', label: 'Resolved', hint: 'By published revisions of the topic, named below.' },
  { value: 'duplicate', label: 'Duplicate', hint: 'Of another suggestion of the topic, named below.' },
]

export const TRIAGES: readonly Option[] = [
  { value: 'untriaged', label: 'Not triaged' },
  { value: 'accepted', label: 'Accepted' },
  { value: 'declined', label: 'Declined' },
]

export function suggestionAddress(id: string): string {
  return `/console/suggestions/${id}`
}

/** The page that triages it, with this state chosen. */
export function triageAddress(
  { suggestion_id }: Pick<SuggestionAnswer, 'suggestion_id'>,
  state: SuggestionAnswer['triage_state'],
): string {
  return `${suggestionAddress(suggestion_id)}/triage?state=${state}`
}

export function suggestionFacts(suggestion: SuggestionAnswer): Markup {
  const { kind, topic_id, resolution_state, triage_state, created_at } = suggestion
  return html`<p class="facts">
    <span class=${`mark ${resolution_state}`}>${labelOf(RESOLUTIONS, resolution_state)}</span>
    <span class=${`mark ${triage_state}`}>${labelOf(TRIAGES, triage_state)}</span>
    ${labelOf(SUGGESTION_KINDS, kind)} in ${topic_id}, by ${whoAsked(suggestion)}, ${instantView(created_at)}
  </p>`
}

/** A reader has no name, and is told from others by the beginning of an id. */
function whoAsked({ kind, created_by }: SuggestionAnswer): Markup {
  if (!isFeedback(kind)) return html`<bdi>${created_by}</bdi>`
  return html`a reader (<code>${created_by.slice(0, 8)}</code>)`
}

/** Each behind its box, where it has one, and with the article that it is about; `titles` has those of the first related revisions. */
export function suggestionList(
  items: readonly SuggestionAnswer[],
  { titles, tick, place }: { titles: Titles; tick: Tick; place: string },
): Markup {
  return html`<ul class="entries">
    ${items.map(
      (item) => html`<li>
        ${tick(item.suggestion_id, item.question)}
        <h2><a href=${withPlace(suggestionAddress(item.suggestion_id), place)}>${item.question}</a></h2>
        ${suggestionFacts(item)} ${aboutView(item, titles)}
      </li>`,
    )}
  </ul>`
}

/** What names the article that it is about, where it is about one. */
export function aboutView({ related_hashes: [hash] }: SuggestionAnswer, titles: Titles): Markup | null {
  return hash === undefined ? null : html`<p class="facts">About ${revisionLink(hash, titles)}</p>`
}
