import { isOver } from '@colophon/contract'
import { html, type Markup } from '../../pages/html.ts'
import { confirmPage } from '../confirm-page.ts'
import { type ConsolePage, type ConsoleVisit, consoleForm, isCuratorOf } from '../definitions.ts'
import { reasonField } from '../fields.ts'
import { formView } from '../form-view.ts'
import { listPlaceOf, withPlace } from '../list-place.ts'
import { TASK_TEXT } from './task-text-fields.ts'
import type { TaskAnswer } from './task-words.ts'

/** What a curator can do with a task that is not closed. A review has no text of its own. */
export function curatorLinks(task: TaskAnswer, visit: ConsoleVisit): Markup | null {
  if (isOver(task.state) || !isCuratorOf(visit.me, task.topic_id)) return null
  const to = (act: string) => withPlace(`/console/tasks/${task.task_id}/${act}`, listPlaceOf(visit))
  return html`<p class="acts">
    ${task.definition_hash === null ? null : html`<a class="button" href=${to('definition')}>Give it a new text</a>`}
    <a class="button" href=${to('cancel')}>Cancel it</a>
  </p>`
}

const defineForm = consoleForm({
  operation: 'defineTask',
  path: '/console/tasks/:id/definition',
  fields: [
    { name: '/expected_definition_hash', label: 'Text before', control: { kind: 'carried', as: 'text' } },
    ...TASK_TEXT,
  ],
  done: ({ task_id }) => ({ to: `/console/tasks/${task_id}`, notice: 'task_defined' }),
})

export const defineTaskPage: ConsolePage = {
  path: defineForm.path,
  forms: [defineForm],
  async show(visit) {
    const task = await visit.api.call('getTask', { params: { id: visit.params.id ?? '' } })
    return {
      title: `New text: ${task.title}`,
      main: html`<header class="title">
          <p class="eyebrow"><a href=${withPlace(`/console/tasks/${task.task_id}`, listPlaceOf(visit))}>${task.title}</a></p>
          <h1>Give the task a new text</h1>
          <p class="lede">The history keeps the old text, and submissions for it stay bound to it.</p>
        </header>
        ${formView(visit, defineForm, {
          values: {
            '/expected_definition_hash': task.definition_hash ?? '',
            '/title': task.title,
            '/brief': task.brief,
          },
          button: 'Put the new text in force',
        })}`,
    }
  },
}

const cancelForm = consoleForm({
  operation: 'cancelTask',
  path: '/console/tasks/:id/cancel',
  fields: [reasonField()],
  done: ({ task_id }) => ({ to: `/console/tasks/${task_id}`, notice: 'task_cancelled' }),
})

export const cancelTaskPage = confirmPage(cancelForm, async ({ api, params: { id = '' } }) => {
  const { task_id, title } = await api.call('getTask', { params: { id } })
  return {
    title: 'Cancel this task?',
    consequence: 'It closes without a result and cannot be reopened. Its holder loses the lease.',
    back: { to: `/console/tasks/${task_id}`, words: title },
    filling: { button: 'Cancel the task' },
  }
})
