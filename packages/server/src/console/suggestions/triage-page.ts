import { html } from '../../pages/html.ts'
import { type ConsolePage, consoleForm } from '../definitions.ts'
import { reasonField } from '../fields.ts'
import { formView } from '../form-view.ts'
import { listPlaceOf, withPlace } from '../list-place.ts'
import { PREREQUISITES } from '../tasks/task-text-fields.ts'
import { suggestionAddress, suggestionFacts, TRIAGES } from './suggestion-words.ts'

const triageForm = consoleForm({
  operation: 'triageSuggestion',
  path: '/console/suggestions/:id/triage',
  fields: [
    { name: '/expected_triage_state', label: 'Triage', control: { kind: 'carried', as: 'text' } },
    {
      name: '/state',
      label: 'Triage',
      control: { kind: 'choice', options: [], isOpen: true },
      isRequired: true,
    },
    reasonField(),
    {
      name: 'task',
      label: 'Task to open',
      hint: 'Only on acceptance; leave it empty to open none.',
      control: {
        kind: 'together',
        fields: [
          { name: '/task/title', label: 'Title', control: { kind: 'line' } },
          { name: '/task/brief', label: 'Brief', control: { kind: 'text', rows: 6 } },
          { ...PREREQUISITES, name: '/task/prerequisites' },
        ],
      },
    },
  ],
  done: ({ suggestion_id }) => ({ to: suggestionAddress(suggestion_id), notice: 'triaged' }),
})

export const triagePage: ConsolePage = {
  path: triageForm.path,
  forms: [triageForm],
  async show(visit) {
    const suggestion = await visit.api.call('getSuggestion', { params: { id: visit.params.id ?? '' } })
    const { triage_state, suggestion_id, question } = suggestion
    const states = TRIAGES.filter(({ value }) => value !== triage_state)
    const wished = states.find(({ value }) => value === visit.query.state)
    return {
      title: `Triage: ${question}`,
      main: html`<header class="title">
          <p class="eyebrow"><a href=${withPlace(suggestionAddress(suggestion_id), listPlaceOf(visit))}>${question}</a></p>
          <h1>Triage this suggestion</h1>
          <p class="lede">Triage decides whether research is wanted. Resolution is a separate decision.</p>
          ${suggestionFacts(suggestion)}
        </header>
        ${formView(visit, triageForm, {
          values: { '/expected_triage_state': triage_state, '/state': wished?.value ?? '' },
          options: { '/state': states },
          button: 'Triage it',
        })}`,
    }
  },
}
