import { html, type Markup } from '../../pages/html.ts'
import { nextPage } from '../../pages/parts/entry-list.ts'
import type { ConsolePage } from '../definitions.ts'
import { type Filter, filterForm, readFilters } from '../filters.ts'
import { type TaskAnswer, taskList } from '../tasks/task-words.ts'

const PATH = '/console/reviews'

const FILTERS: readonly Filter[] = [
  { name: 'topic', label: 'Topic' },
  {
    name: 'claimable',
    label: 'For you',
    options: [
      { value: 'true', label: 'You can claim it' },
      { value: 'false', label: 'You cannot' },
    ],
  },
]

/** The review desk: what is held, and what waits for a reviewer. */
export const reviewsPage: ConsolePage = {
  path: PATH,
  async show({ api, query }) {
    const filters = readFilters(FILTERS, query)
    const wanted = { kind: 'review', ...filters, cursor: query.cursor }
    const { items, next_cursor } = await api.call('listTasks', { query: wanted })
    return {
      title: 'Reviews',
      main: html`<h1>Reviews</h1>
        <p class="lede">
          Each reviewer looks at one focus of a candidate, and nobody sees what the others say until all have
          spoken.
        </p>
        ${filterForm(PATH, FILTERS, filters)} ${listOrNothing(items)}
        ${nextPage(PATH, { cursor: next_cursor, filters, words: 'Earlier reviews' })}`,
    }
  },
}

function listOrNothing(items: readonly TaskAnswer[]): Markup {
  return items.length === 0 ? html`<p class="quiet">No review matches.</p>` : taskList(items)
}
