import type { AnswerOf, Operations } from '@colophon/contract'
import type { QueryTerm } from '../../../core/terms.ts'
import { html, type Markup } from '../html.ts'
import { markedText } from './marked-text.ts'
import { modeMark } from './mode-mark.ts'
import { day } from './times.ts'

/** A result of a search has an excerpt, which is shown in the place of the summary. */
export type IndexItem = AnswerOf<Operations['listIndex']>['items'][number] & { excerpt?: string }

/** Entries as the index has them, each under a heading of this level; what a query asks for is marked in excerpts. */
export function entryList(
  items: readonly IndexItem[],
  heading: 'h2' | 'h3',
  terms: readonly QueryTerm[] = [],
): Markup {
  return html`<ul class="entries">
    ${items.map(
      (item) => html`<li>
        <${heading} dir="auto"><a href=${`/read${item.path}`}>${item.title}</a></${heading}>
        <p dir="auto">${item.excerpt ? markedText(item.excerpt, terms) : item.summary}</p>
        <p class="facts">${modeMark(item.mode)} ${day(item.published_at)} <code>${item.path}</code></p>
      </li>`,
    )}
  </ul>`
}
