import { html } from '../../pages/html.ts'
import { nextPage } from '../../pages/parts/entry-list.ts'
import type { ConsolePage } from '../definitions.ts'
import { type Filter, filterForm, readFilters } from '../filters.ts'
import { SUBMISSION_STATES, submissionList } from './submission-words.ts'

const PATH = '/console/submissions'

const FILTERS: readonly Filter[] = [
  { name: 'topic', label: 'Topic' },
  { name: 'state', label: 'State', options: SUBMISSION_STATES },
]

export const submissionsPage: ConsolePage = {
  path: PATH,
  async show({ api, query, me }) {
    const filters = readFilters(FILTERS, query)
    const { items, next_cursor } = await api.call('listSubmissions', {
      query: { ...filters, cursor: query.cursor },
    })
    return {
      title: 'Submissions',
      main: html`<h1>Submissions</h1>
        <p class="quiet">
          ${me?.access.can_curate ? 'Yours, and those of the topics that you curate.' : 'Yours, newest first.'}
        </p>
        ${filterForm(PATH, FILTERS, filters)}
        ${items.length === 0 ? html`<p class="quiet">No submission matches.</p>` : submissionList(items)}
        ${nextPage(PATH, { cursor: next_cursor, filters, words: 'Earlier submissions' })}`,
    }
  },
}
