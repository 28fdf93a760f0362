import { matchedWords } from '../../../core/matched-words.ts'
import type { QueryTerm } from '../../../core/terms.ts'
import { html, type Markup } from '../html.ts'

/** A text with the words marked that a query asks for. */
export function markedText(text: string, terms: readonly QueryTerm[]): Markup {
  let from = 0
  const parts = matchedWords(text, terms).map(({ start, end }) => {
    const before = text.slice(from, start)
    from = end
    return html`${before}<mark>${text.slice(start, end)}</mark>`
  })
  return html`${parts}${text.slice(from)}`
}
