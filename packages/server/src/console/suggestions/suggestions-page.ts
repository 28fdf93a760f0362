import { html } from '../../pages/html.ts'
import { nextPage } from '../../pages/parts/entry-list.ts'
import { titlesOf } from '../../pages/parts/revision-titles.ts'
import { type ConsolePage, isCuratorOf } from '../definitions.ts'
import { filterForm, placeInList, readFilters } from '../filters.ts'
import { choosingView } from '../several/choosing-view.ts'
import { suggestionList } from './suggestion-words.ts'
import { SUGGESTION_LIST, TRIAGE_ACTS } from './triage-several.ts'

export const suggestionsPage: ConsolePage = {
  path: SUGGESTION_LIST.path,
  async show({ api, query, me }) {
    const { path, filters: offered } = SUGGESTION_LIST
    const filters = readFilters(offered, query)
    const { items, next_cursor } = await api.call('listSuggestions', {
      query: { ...filters, cursor: query.cursor },
    })
    const titles = await titlesOf(
      api,
      items.flatMap(({ related_hashes: [hash] }) => (hash === undefined ? [] : [hash])),
    )
    const own = items.filter(({ topic_id }) => isCuratorOf(me, topic_id))
    const open = new Set(own.map(({ suggestion_id }) => suggestion_id))
    const choosing = { list: SUGGESTION_LIST, query, acts: TRIAGE_ACTS, open }
    return {
      title: 'Suggestions',
      main: html`<h1>Suggestions</h1>
        <p class="quiet">Authors' suggestions and readers' feedback, newest first.</p>
        ${me?.access.can_propose ? html`<p><a class="button" href=${`${path}/new`}>Suggest something</a></p>` : null}
        ${filterForm(path, offered, filters)}
        ${items.length === 0 ? html`<p class="quiet">No suggestion matches.</p>` : choosingView(choosing, (tick) => suggestionList(items, { titles, tick, place: placeInList(SUGGESTION_LIST, query) }))}
        ${nextPage(path, { cursor: next_cursor, filters, words: 'Earlier suggestions' })}`,
    }
  },
}
