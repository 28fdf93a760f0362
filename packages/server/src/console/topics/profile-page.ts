import { type ClosedLists, hasSkills } from '@colophon/contract'
import { html } from '../../pages/html.ts'
import { type ConsolePage, consoleForm } from '../definitions.ts'
import { type Option, reasonField } from '../fields.ts'
import { formView } from '../form-view.ts'
import { topicAddress } from './topics-page.ts'

const ARTICLES: Option = { value: '', label: 'Articles', hint: 'Knowledge to read and to cite.' }
const PROFILES: Readonly<Record<ClosedLists['topicProfile'], Option>> = {
  skills: {
    value: 'skills',
    label: 'Agent skills',
    hint: 'Each article is also a skill that agents install: its name is the last part of its path, its description the summary.',
  },
}

const profileForm = consoleForm({
  operation: 'changeVisibility',
  path: '/console/topics/:id/profile',
  fields: [
    { name: '/expected_visibility', label: 'Visibility', control: { kind: 'carried', as: 'text' } },
    { name: '/visibility', label: 'Visibility', control: { kind: 'carried', as: 'text' } },
    {
      name: '/profile',
      label: 'What this topic publishes',
      control: { kind: 'choice', options: [ARTICLES, ...Object.values(PROFILES)], isOpen: true },
    },
    reasonField('The history of the topic keeps it.'),
  ],
  done: ({ id }) => ({ to: `${topicAddress(id)}/visibility`, notice: 'profile_changed' }),
})

/** Whether the articles of a topic are skills; who sees the topic stays as it is. */
export const profilePage: ConsolePage = {
  path: profileForm.path,
  forms: [profileForm],
  async show(visit) {
    const { id = '' } = visit.params
    const { title, visibility, profile } = await visit.api.call('getTopic', { params: { id } })
    return {
      title: `What ${title} publishes`,
      main: html`<header class="title">
          <p class="eyebrow"><a href=${topicAddress(id)}>${title}</a></p>
          <h1>What this topic publishes</h1>
          <p class="lede">
            Every listed article must fit before a topic publishes skills, and so must every later submission. Its
            standard, at <code>${`/${id}/contribution-standard`}</code>, says what reviewers look at.
          </p>
        </header>
        ${formView(visit, profileForm, {
          values: {
            '/expected_visibility': visibility,
            '/visibility': visibility,
            '/profile': profile ?? '',
          },
          button: 'Change what it publishes',
        })}`,
    }
  },
}

/** What a topic publishes, in one word for its head; null for articles. */
export function profileWord(profile: ClosedLists['topicProfile'] | null): string | null {
  return profile !== null && hasSkills(profile) ? PROFILES[profile].label : null
}
