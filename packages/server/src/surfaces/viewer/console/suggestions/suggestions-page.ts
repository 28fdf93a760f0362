import { html } from '../../html.ts'
import { nextPage } from '../../parts/paging.ts'
import type { ConsolePage } from '../definitions.ts'
import { type Filter, filterForm, readFilters } from '../filters.ts'
import { RESOLUTIONS, SUGGESTION_KINDS, suggestionList, TRIAGES } from './suggestion-words.ts'

const PATH = '/console/suggestions'

const FILTERS: readonly Filter[] = [
  { name: 'topic', label: 'Topic' },
  { name: 'kind', label: 'Kind', options: SUGGESTION_KINDS },
  { name: 'triage_state', label: 'Triage', options: TRIAGES },
  { name: 'resolution_state', label: 'Resolution', options: RESOLUTIONS },
]

export const suggestionsPage: ConsolePage = {
  path: PATH,
  async show({ door, query, me }) {
    const filters = readFilters(FILTERS, query)
    const { items, next_cursor } = await door.call('listSuggestions', {
      query: { ...filters, cursor: query.cursor },
    })
    return {
      title: 'Suggestions',
      main: html`<h1>Suggestions</h1>
        <p class="quiet">What authors suggest and what readers say of an article, newest first.</p>
        ${me?.access.can_propose ? html`<p><a class="button" href=${`${PATH}/new`}>Suggest something</a></p>` : null}
        ${filterForm(PATH, FILTERS, filters)}
        ${items.length === 0 ? html`<p class="quiet">No suggestion here fits.</p>` : suggestionList(items)}
        ${nextPage(PATH, { cursor: next_cursor, filters, words: 'Earlier suggestions' })}`,
    }
  },
}
