import { html, type Markup } from '../../pages/html.ts'
import { nextPage } from '../../pages/parts/entry-list.ts'
import type { ConsolePage } from '../definitions.ts'
import { filterForm, placeInList, readFilters } from '../filters.ts'
import { REVIEW_LIST, type TaskAnswer, taskList } from '../tasks/task-words.ts'

/** The review desk: what is held, and what waits for a reviewer. */
export const reviewsPage: ConsolePage = {
  path: REVIEW_LIST.path,
  async show({ api, query }) {
    const { path, filters: offered } = REVIEW_LIST
    const filters = readFilters(offered, query)
    const wanted = { kind: 'review', ...filters, cursor: query.cursor }
    const { items, next_cursor } = await api.call('listTasks', { query: wanted })
    return {
      title: 'Reviews',
      main: html`<h1>Reviews</h1>
        <p class="lede">
          Each reviewer looks at one focus of a candidate, and nobody sees what the others say until all have
          spoken.
        </p>
        ${filterForm(path, offered, filters)} ${listOrNothing(items, placeInList(REVIEW_LIST, query))}
        ${nextPage(path, { cursor: next_cursor, filters, words: 'Earlier reviews' })}`,
    }
  },
}

function listOrNothing(items: readonly TaskAnswer[], place: string): Markup {
  return items.length === 0 ? html`<p class="quiet">No review matches.</p>` : taskList(items, place)
}
