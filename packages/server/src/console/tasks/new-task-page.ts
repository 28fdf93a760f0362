import { html } from '../../pages/html.ts'
import { type ConsolePage, type ConsoleVisit, consoleForm } from '../definitions.ts'
import { topicOptions } from '../fields.ts'
import { formView } from '../form-view.ts'
import type { SuggestionAnswer } from '../suggestions/suggestion-words.ts'
import { PREREQUISITES, TASK_TEXT } from './task-text-fields.ts'

const openForm = consoleForm({
  operation: 'openTask',
  path: '/console/tasks/new',
  fields: [
    { name: '/topic_id', label: 'Topic', control: { kind: 'choice', options: [] }, isRequired: true },
    ...TASK_TEXT,
    PREREQUISITES,
    { name: '/suggestion_id', label: 'Suggestion', control: { kind: 'carried', as: 'text' } },
  ],
  done: ({ task_id }) => ({ to: `/console/tasks/${task_id}`, notice: 'task_opened' }),
})

/** A research task, of a suggestion where the address names one. */
export const newTaskPage: ConsolePage = {
  path: openForm.path,
  forms: [openForm],
  async show(visit) {
    const suggestion = await suggestionFor(visit)
    return {
      title: 'Open a task',
      main: html`<header class="title">
          <p class="eyebrow"><a href="/console/tasks">Tasks</a></p>
          <h1>Open a task</h1>
          <p class="lede">Research that anyone with the scope to propose can claim.</p>
          ${
            suggestion === null
              ? null
              : html`<p>
                  For the suggestion${' '}
                  <a href=${`/console/suggestions/${suggestion.suggestion_id}`}>${suggestion.question}</a>
                </p>`
          }
        </header>
        ${formView(visit, openForm, {
          values: {
            '/topic_id': suggestion?.topic_id ?? textOf(visit.query.topic),
            '/title': suggestion?.question ?? '',
            '/suggestion_id': suggestion?.suggestion_id ?? '',
          },
          options: { '/topic_id': await topicOptions(visit.api) },
          button: 'Open the task',
        })}`,
    }
  },
}

function suggestionFor({ api, query, attempt }: ConsoleVisit): Promise<SuggestionAnswer> | null {
  const id = attempt === null ? textOf(query.suggestion) : (attempt.typed.first('/suggestion_id') ?? '')
  return id === '' ? null : api.call('getSuggestion', { params: { id } })
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
