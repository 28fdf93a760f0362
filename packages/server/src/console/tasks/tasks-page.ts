import { html } from '../../pages/html.ts'
import { nextPage } from '../../pages/parts/entry-list.ts'
import type { ConsolePage } from '../definitions.ts'
import { filterForm, placeInList, readFilters } from '../filters.ts'
import { TASK_LIST, taskList } from './task-words.ts'

export const tasksPage: ConsolePage = {
  path: TASK_LIST.path,
  async show({ api, query, me }) {
    const { path, filters: offered } = TASK_LIST
    const filters = readFilters(offered, query)
    const { items, next_cursor } = await api.call('listTasks', {
      query: { ...filters, cursor: query.cursor },
    })
    return {
      title: 'Tasks',
      main: html`<h1>Tasks</h1>
        ${me?.access.can_curate ? html`<p><a class="button" href=${`${path}/new`}>Open a task</a></p>` : null}
        ${filterForm(path, offered, filters)}
        ${items.length === 0 ? html`<p class="quiet">No task here fits.</p>` : taskList(items, placeInList(TASK_LIST, query))}
        ${nextPage(path, { cursor: next_cursor, filters, words: 'Earlier tasks' })}`,
    }
  },
}
