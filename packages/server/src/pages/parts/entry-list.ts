import { type AnswerOf, isPublic, type Operations } from '@colophon/contract'
import { matchedWords } from '../../search/analyse/matched-words.ts'
import type { QueryTerm } from '../../search/analyse/terms.ts'
import { html, type Markup } from '../html.ts'
import { freshnessMark } from './freshness-mark.ts'
import { day, modeMark } from './mode-mark.ts'

/** A text with the words marked that a query asks for. */
function markedText(text: string, terms: readonly QueryTerm[]): Markup {
  let from = 0
  const parts = matchedWords(text, terms).map(({ start, end }) => {
    const before = text.slice(from, start)
    from = end
    return html`${before}<mark>${text.slice(start, end)}</mark>`
  })
  return html`${parts}${text.slice(from)}`
}

/** A result of a search has an excerpt, which is shown in the place of the summary, and may lack words. */
type EntryListItem = AnswerOf<Operations['listIndex']>['items'][number] & {
  excerpt?: string
  missing_terms?: readonly string[]
}

/** Entries as the index has them, each under a heading of this level; what a query asks for is marked in excerpts. */
export function entryList(
  items: readonly EntryListItem[],
  heading: 'h2' | 'h3',
  terms: readonly QueryTerm[] = [],
): Markup {
  return html`<ul class="entries">
    ${items.map(
      (item) => html`<li>
        <${heading} dir="auto"><a href=${`/read${item.path}`}>${item.title}</a></${heading}>
        <p dir="auto">${item.excerpt ? markedText(item.excerpt, terms) : item.summary}</p>
        <p class="facts">${modeMark(item.mode)} ${freshnessMark(item.freshness)} ${day(item.published_at)} <code>${item.path}</code></p>
        ${lacks(item.missing_terms ?? [])}
      </li>`,
    )}
  </ul>`
}

function lacks(words: readonly string[]): Markup | null {
  return words.length === 0
    ? null
    : html`<p class="facts">Lacks <span dir="auto">${words.join(', ')}</span></p>`
}

/** Leads to the next page of a list, where there is one; its filters go along. */
export function nextPage(
  path: string,
  next: { cursor: string | null; filters?: Readonly<Record<string, string>>; words?: string },
): Markup | null {
  if (next.cursor === null) return null
  const query = new URLSearchParams({ ...next.filters, cursor: next.cursor })
  return html`<p class="paging"><a rel="next" href=${`${path}?${query}`}>${next.words ?? 'More'}</a></p>`
}

export type TopicListItem = AnswerOf<Operations['getTopic']>

/** Each under a heading of this level. */
export function topicList(topics: readonly TopicListItem[], heading: 'h2' | 'h3'): Markup {
  return html`<ul class="topics">
    ${topics.map(
      (topic) => html`<li>
        <${heading}><a href=${`/topics/${topic.id}`}>${topic.title}</a></${heading}>
        <p>${topic.summary}</p>
        <p class="facts">${visibilityMark(topic)} ${counts(topic)}</p>
      </li>`,
    )}
  </ul>`
}

/** Said only where it matters: who sees an invited topic should know that others do not. */
export function visibilityMark({ visibility }: TopicListItem): Markup | null {
  return isPublic(visibility) ? null : html`<span class="mark invited">Invited</span>`
}

export function counts({ published_counts: { total, reviewed } }: TopicListItem): string {
  return `${total} published ${total === 1 ? 'entry' : 'entries'}, ${reviewed} reviewed`
}
