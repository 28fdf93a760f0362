import { html } from '../../pages/html.ts'
import { type ConsolePage, consoleForm } from '../definitions.ts'
import { topicOptions } from '../fields.ts'
import { formView } from '../form-view.ts'
import { SUGGESTED_KINDS, suggestionAddress } from './suggestion-words.ts'

const suggestionForm = consoleForm({
  operation: 'createSuggestion',
  path: '/console/suggestions/new',
  fields: [
    { name: '/topic_id', label: 'Topic', control: { kind: 'choice', options: [] }, isRequired: true },
    {
      name: '/kind',
      label: 'Kind',
      control: { kind: 'choice', options: SUGGESTED_KINDS, isOpen: true },
      isRequired: true,
    },
    {
      name: '/question',
      label: 'Question',
      hint: 'In one line.',
      control: { kind: 'line' },
      isRequired: true,
    },
    { name: '/motivation', label: 'Why it matters', control: { kind: 'text', rows: 5 }, isRequired: true },
    {
      name: '/related_hashes',
      label: 'Revisions that it is about',
      hint: 'One hash per line.',
      control: { kind: 'list', rows: 2 },
    },
  ],
  done: ({ suggestion_id }) => ({ to: suggestionAddress(suggestion_id), notice: 'suggested' }),
})

export const newSuggestionPage: ConsolePage = {
  path: suggestionForm.path,
  forms: [suggestionForm],
  async show(visit) {
    return {
      title: 'Suggest something',
      main: html`<header class="title">
          <p class="eyebrow"><a href="/console/suggestions">Suggestions</a></p>
          <h1>Suggest something</h1>
          <p class="lede">To the curators of a topic: a question to research, a correction, a discussion.</p>
        </header>
        ${formView(visit, suggestionForm, {
          values: { '/kind': 'discussion' },
          options: { '/topic_id': await topicOptions(visit.api) },
          button: 'Send the suggestion',
        })}`,
    }
  },
}
