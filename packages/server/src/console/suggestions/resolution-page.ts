import { isDuplicate, LIST_LIMITS } from '@colophon/contract'
import type { Api } from '../../pages/api.ts'
import { html } from '../../pages/html.ts'
import { type ConsolePage, consoleForm } from '../definitions.ts'
import { type Option, reasonField } from '../fields.ts'
import { formView } from '../form-view.ts'
import { listPlaceOf, withPlace } from '../list-place.ts'
import { revisionPicker } from '../revision-picker.ts'
import { RESOLUTIONS, type SuggestionAnswer, suggestionAddress, suggestionFacts } from './suggestion-words.ts'

const FIXES = '/fixed_hashes'

const resolutionForm = consoleForm({
  operation: 'resolveSuggestion',
  path: '/console/suggestions/:id/resolution',
  fields: [
    { name: '/expected_resolution_hash', label: 'Last decision', control: { kind: 'carried', as: 'text' } },
    {
      name: '/state',
      label: 'Decision',
      control: { kind: 'choice', options: RESOLUTIONS, isOpen: true },
      isRequired: true,
    },
    reasonField('The author of the suggestion reads it.'),
    {
      name: '/duplicate_of',
      label: 'Duplicate of',
      hint: 'The id of a suggestion of the topic that is not itself a duplicate, or the address of its page. The form offers the newest.',
      control: { kind: 'named', page: suggestionAddress(''), options: [] },
    },
    { name: FIXES, label: 'Fixed by', control: { kind: 'several', options: [] } },
  ],
  done: ({ suggestion_id }) => ({ to: suggestionAddress(suggestion_id), notice: 'suggestion_decided' }),
})

export const resolutionPage: ConsolePage = {
  path: resolutionForm.path,
  forms: [resolutionForm],
  async show(visit) {
    const suggestion = await visit.api.call('getSuggestion', { params: { id: visit.params.id ?? '' } })
    const { suggestion_id, question, topic_id, resolution_hash } = suggestion
    const picker = await revisionPicker(visit, { topic: topic_id, field: FIXES })
    return {
      title: `Decide: ${question}`,
      main: html`<header class="title">
          <p class="eyebrow"><a href=${withPlace(suggestionAddress(suggestion_id), listPlaceOf(visit))}>${question}</a></p>
          <h1>Decide on this suggestion</h1>
          ${suggestionFacts(suggestion)}
        </header>
        <blockquote class="said">${suggestion.motivation}</blockquote>
        ${formView(visit, resolutionForm, {
          values: { '/expected_resolution_hash': resolution_hash ?? '' },
          options: {
            '/duplicate_of': await offeredPrimaries(visit.api, suggestion),
            [FIXES]: picker.options,
          },
          tools: picker.tools,
          button: 'Record the decision',
        })}`,
    }
  },
}

async function offeredPrimaries(api: Api, { topic_id, suggestion_id }: SuggestionAnswer): Promise<Option[]> {
  const { items } = await api.call('listSuggestions', {
    query: { topic: topic_id, limit: LIST_LIMITS.largestPage },
  })
  return items
    .filter((other) => other.suggestion_id !== suggestion_id && !isDuplicate(other.resolution_state))
    .map((other) => ({ value: other.suggestion_id, label: other.question }))
}
