import { html } from '../../pages/html.ts'
import { nextPage } from '../../pages/parts/entry-list.ts'
import { titlesOf } from '../../pages/parts/revision-titles.ts'
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
  async show({ api, query, me }) {
    const filters = readFilters(FILTERS, query)
    const { items, next_cursor } = await api.call('listSuggestions', {
      query: { ...filters, cursor: query.cursor },
    })
    const titles = await titlesOf(
      api,
      items.flatMap(({ related_hashes: [hash] }) => (hash === undefined ? [] : [hash])),
    )
    return {
      title: 'Suggestions',
      main: html`<h1>Suggestions</h1>
        <p class="quiet">Authors' suggestions and readers' feedback, newest first.</p>
        ${me?.access.can_propose ? html`<p><a class="button" href=${`${PATH}/new`}>Suggest something</a></p>` : null}
        ${filterForm(PATH, FILTERS, filters)}
        ${items.length === 0 ? html`<p class="quiet">No suggestion matches.</p>` : suggestionList(items, titles)}
        ${nextPage(PATH, { cursor: next_cursor, filters, words: 'Earlier suggestions' })}`,
    }
  },
}
