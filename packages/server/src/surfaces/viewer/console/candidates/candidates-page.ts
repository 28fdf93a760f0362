import { html } from '../../html.ts'
import { nextPage } from '../../parts/paging.ts'
import type { ConsolePage } from '../definitions.ts'
import { type Filter, filterForm, readFilters } from '../filters.ts'
import { CANDIDATE_STATES, candidateList } from './candidate-words.ts'

const PATH = '/console/candidates'

const FILTERS: readonly Filter[] = [
  { name: 'topic', label: 'Topic' },
  { name: 'state', label: 'State', options: CANDIDATE_STATES },
]

export const candidatesPage: ConsolePage = {
  path: PATH,
  async show({ door, query }) {
    const filters = readFilters(FILTERS, query)
    const { items, next_cursor } = await door.call('listCandidates', {
      query: { ...filters, cursor: query.cursor },
    })
    return {
      title: 'Candidates',
      main: html`<h1>Candidates</h1>
        ${filterForm(PATH, FILTERS, filters)}
        ${items.length === 0 ? html`<p class="quiet">No candidate here fits.</p>` : candidateList(items)}
        ${nextPage(PATH, { cursor: next_cursor, filters, words: 'Earlier candidates' })}`,
    }
  },
}
