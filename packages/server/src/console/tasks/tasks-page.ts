import { html } from '../../pages/html.ts'
import { nextPage } from '../../pages/parts/entry-list.ts'
import type { ConsolePage } from '../definitions.ts'
import { type Filter, filterForm, readFilters } from '../filters.ts'
import { TASK_KINDS, TASK_STATES, taskList } from './task-words.ts'

const PATH = '/console/tasks'

const FILTERS: readonly Filter[] = [
  { name: 'topic', label: 'Topic' },
  { name: 'kind', label: 'Kind', options: TASK_KINDS },
  { name: 'state', label: 'State', options: TASK_STATES },
  {
    name: 'claimable',
    label: 'For you',
    options: [
      { value: 'true', label: 'You can claim it' },
      { value: 'false', label: 'You cannot' },
    ],
  },
]

export const tasksPage: ConsolePage = {
  path: PATH,
  async show({ api, query, me }) {
    const filters = readFilters(FILTERS, query)
    const { items, next_cursor } = await api.call('listTasks', {
      query: { ...filters, cursor: query.cursor },
    })
    return {
      title: 'Tasks',
      main: html`<h1>Tasks</h1>
        ${me?.access.can_curate ? html`<p><a class="button" href=${`${PATH}/new`}>Open a task</a></p>` : null}
        ${filterForm(PATH, FILTERS, filters)}
        ${items.length === 0 ? html`<p class="quiet">No task here fits.</p>` : taskList(items)}
        ${nextPage(PATH, { cursor: next_cursor, filters, words: 'Earlier tasks' })}`,
    }
  },
}
