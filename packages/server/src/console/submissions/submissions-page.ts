import { html } from '../../pages/html.ts'
import { nextPage } from '../../pages/parts/entry-list.ts'
import type { ConsolePage } from '../definitions.ts'
import { filterForm, placeInList, readFilters } from '../filters.ts'
import { choosingView } from '../several/choosing-view.ts'
import { DECISION_ACTS, mayAccept, mayDecline, SUBMISSION_LIST } from './decide-several.ts'
import { submissionList } from './submission-words.ts'

export const submissionsPage: ConsolePage = {
  path: SUBMISSION_LIST.path,
  async show({ api, query, me }) {
    const { path, filters: offered } = SUBMISSION_LIST
    const filters = readFilters(offered, query)
    const { items, next_cursor } = await api.call('listSubmissions', {
      query: { ...filters, cursor: query.cursor },
    })
    const open = new Set(
      items.filter((item) => mayAccept(item, me)).map(({ proposal_hash }) => proposal_hash),
    )
    const declines = items.some((item) => mayDecline(item, me))
    const acts = declines ? DECISION_ACTS : DECISION_ACTS.slice(0, 1)
    return {
      title: 'Submissions',
      main: html`<h1>Submissions</h1>
        <p class="quiet">
          ${me?.access.can_curate ? 'Yours, and those of the topics that you curate.' : 'Yours, newest first.'}
        </p>
        ${filterForm(path, offered, filters)}
        ${items.length === 0 ? html`<p class="quiet">No submission matches.</p>` : choosingView({ list: SUBMISSION_LIST, query, acts, open }, (tick) => submissionList(items, { tick, place: placeInList(SUBMISSION_LIST, query) }))}
        ${nextPage(path, { cursor: next_cursor, filters, words: 'Earlier submissions' })}`,
    }
  },
}
