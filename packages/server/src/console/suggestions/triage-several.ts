import { ifThere } from '../../core/problem.ts'
import { html } from '../../pages/html.ts'
import { type Titles, titlesOf } from '../../pages/parts/revision-titles.ts'
import { isCuratorOf, type MeAnswer } from '../definitions.ts'
import { reasonField } from '../fields.ts'
import type { FilteredList } from '../filters.ts'
import { type ChoosableThing, type SeveralAct, severalPage } from '../several/several-page.ts'
import {
  aboutView,
  RESOLUTIONS,
  SUGGESTION_KINDS,
  type SuggestionAnswer,
  suggestionAddress,
  suggestionFacts,
  TRIAGES,
} from './suggestion-words.ts'

/** The list of suggestions, with what may be chosen of it. */
export const SUGGESTION_LIST: FilteredList = {
  path: '/console/suggestions',
  label: 'Suggestions',
  filters: [
    { name: 'topic', label: 'Topic' },
    { name: 'kind', label: 'Kind', options: SUGGESTION_KINDS },
    { name: 'triage_state', label: 'Triage', options: TRIAGES },
    { name: 'resolution_state', label: 'Resolution', options: RESOLUTIONS },
  ],
}

type TriageState = SuggestionAnswer['triage_state']

interface TriageWords {
  readonly button: string
  readonly consequence: string
}

const TRIAGE_WORDS: Readonly<Record<TriageState, TriageWords>> = {
  accepted: {
    button: 'Accept',
    consequence:
      'Research on them is wanted. This opens no task and decides nothing else; a published revision that one is about shows as challenged while it is open.',
  },
  declined: {
    button: 'Decline',
    consequence: 'No research on them is wanted. You can triage each again later.',
  },
  untriaged: { button: 'Set back', consequence: 'They wait for triage again.' },
}

function triageAct(state: TriageState): SeveralAct {
  const { button, consequence } = TRIAGE_WORDS[state]
  return {
    operation: 'triageSuggestion',
    param: 'id',
    path: `${SUGGESTION_LIST.path}/several/${state}`,
    fields: [
      { name: '/expected_triage_state', label: 'Triage', control: { kind: 'carried', as: 'text' } },
      { name: '/state', label: 'Triage', control: { kind: 'carried', as: 'text' } },
      reasonField('One for all of them.'),
    ],
    list: SUGGESTION_LIST,
    button,
    words: (count) => `${button} ${count === 1 ? '1 suggestion' : `${count} suggestions`}`,
    consequence,
    address: suggestionAddress,
    async read(ids, { api, me }) {
      const found = await Promise.all(ids.map((id) => ifThere(api.call('getSuggestion', { params: { id } }))))
      const titles = await titlesOf(
        api,
        found.flatMap((suggestion) => suggestion?.related_hashes.slice(0, 1) ?? []),
      )
      return found.map((suggestion) => suggestion && choosable(suggestion, { state, me, titles }))
    },
  }
}

function choosable(
  suggestion: SuggestionAnswer,
  { state, me, titles }: { state: TriageState; me: MeAnswer | null; titles: Titles },
): ChoosableThing {
  const { topic_id, triage_state, question, suggestion_id } = suggestion
  return {
    id: suggestion_id,
    title: question,
    facts: html`${suggestionFacts(suggestion)} ${aboutView(suggestion, titles)}`,
    isOpen: isCuratorOf(me, topic_id) && triage_state !== state,
    carried: { '/expected_triage_state': triage_state, '/state': state },
  }
}

/** What a curator can do with several suggestions, and with readers' feedback, at once. */
export const TRIAGE_ACTS: readonly SeveralAct[] = (Object.keys(TRIAGE_WORDS) as TriageState[]).map(triageAct)

export const TRIAGE_SEVERAL_PAGES = TRIAGE_ACTS.map(severalPage)
