import { html, type Markup } from '../../html.ts'
import { confirmPage } from '../confirm-page.ts'
import { type ConsolePage, consoleForm, type Me } from '../definitions.ts'
import { formView } from '../form-view.ts'
import { mayCurate } from '../may-curate.ts'
import { reasonField } from '../reason-field.ts'
import { TASK_TEXT } from './task-text-fields.ts'
import type { Task } from './task-words.ts'

/** What a curator can do with a task that is not closed. A review has no text of its own. */
export function curatorLinks(task: Task, me: Me | null): Markup | null {
  const isClosed = task.state === 'completed' || task.state === 'cancelled'
  if (isClosed || !mayCurate(me, task.topic_id)) return null
  const address = `/console/tasks/${task.task_id}`
  return html`<p class="acts">
    ${task.definition_hash === null ? null : html`<a class="button" href=${`${address}/definition`}>Give it a new text</a>`}
    <a class="button" href=${`${address}/cancel`}>Cancel it</a>
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
    const task = await visit.door.call('getTask', { params: { id: visit.params.id ?? '' } })
    return {
      title: `New text: ${task.title}`,
      main: html`<header class="title">
          <p class="eyebrow"><a href=${`/console/tasks/${task.task_id}`}>${task.title}</a></p>
          <h1>Give the task a new text</h1>
          <p class="lede">The text before is kept, and what was submitted for it stays bound to it.</p>
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

export const cancelTaskPage = confirmPage(cancelForm, async ({ door, params: { id = '' } }) => {
  const { task_id, title } = await door.call('getTask', { params: { id } })
  return {
    title: 'Cancel this task?',
    consequence: 'It is closed without a result, and is not opened again. Whoever holds it loses the lease.',
    back: { to: `/console/tasks/${task_id}`, words: title },
    filling: { button: 'Cancel the task' },
  }
})
