import { SEARCH_LIMITS } from '@colophon/contract'
import { html, type Markup } from '../html.ts'

/** A search of one topic alone, and where else to find what is in it. */
export function searchInside(id: string, beside: Markup): Markup {
  return html`<form action="/search" class="narrow inside" role="search" aria-label="In this topic">
    <input type="hidden" name="topic" value=${id} />
    <label>
      In this topic${' '}
      <input type="search" name="q" required maxlength=${SEARCH_LIMITS.queryCharacters} />
    </label>
    <button>Search</button>
    ${beside}
  </form>`
}
