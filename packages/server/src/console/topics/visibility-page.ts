import type { AnswerOf, ClosedLists, Operations } from '@colophon/contract'
import { html, type Markup } from '../../pages/html.ts'
import { nextPage } from '../../pages/parts/entry-list.ts'
import { type ConsolePage, consoleForm } from '../definitions.ts'
import { instantView } from '../detail-layout.ts'
import { labelOf, reasonField } from '../fields.ts'
import { formView } from '../form-view.ts'
import { profileWord } from './profile-page.ts'
import { topicAddress, VISIBILITIES } from './topics-page.ts'

type Changes = AnswerOf<Operations['listVisibilityChanges']>

const visibilityForm = consoleForm({
  operation: 'changeVisibility',
  path: '/console/topics/:id/visibility',
  fields: [
    { name: '/expected_visibility', label: 'Visibility', control: { kind: 'carried', as: 'text' } },
    { name: '/visibility', label: 'Visibility', control: { kind: 'carried', as: 'text' } },
    reasonField('The history of the topic keeps it.'),
  ],
  done: ({ id }) => ({ to: `${topicAddress(id)}/visibility`, notice: 'visibility_changed' }),
})

const CONSEQUENCES: Readonly<Record<ClosedLists['visibility'], string>> = {
  public:
    'Only invited credentials will see it. Caches drop it within about a minute; earlier readers may keep copies.',
  invited: 'Everyone will see it: its articles, their revisions, publications and retirements.',
}

const CHANGE_TO: Readonly<Record<ClosedLists['visibility'], { other: string; button: string }>> = {
  public: { other: 'invited', button: 'Make it invited' },
  invited: { other: 'public', button: 'Make it public' },
}

export const visibilityPage: ConsolePage = {
  path: visibilityForm.path,
  forms: [visibilityForm],
  async show(visit) {
    const { id = '' } = visit.params
    const { title, visibility } = await visit.api.call('getTopic', { params: { id } })
    const changes = await visit.api.call('listVisibilityChanges', {
      params: { id },
      query: { cursor: visit.query.cursor },
    })
    const { other, button } = CHANGE_TO[visibility]
    return {
      title: `Who sees ${title}`,
      main: html`<header class="title">
          <p class="eyebrow"><a href=${topicAddress(id)}>${title}</a></p>
          <h1>Who sees this topic</h1>
          <p>It is <span class=${`mark ${visibility}`}>${labelOf(VISIBILITIES, visibility)}</span></p>
          <p class="lede">${CONSEQUENCES[visibility]}</p>
        </header>
        ${formView(visit, visibilityForm, {
          values: { '/expected_visibility': visibility, '/visibility': other },
          button,
          isFinal: true,
        })}
        ${historyView(changes, `${topicAddress(id)}/visibility`)}`,
    }
  },
}

function historyView({ items, next_cursor }: Changes, path: string): Markup {
  return html`<section aria-labelledby="history">
    <h2 id="history">Changes</h2>
    ${items.length === 0 ? html`<p class="quiet">It never changed.</p>` : null}
    <ol class="records">
      ${items.map(
        ({ from, to, from_profile, to_profile, changed_by, changed_at, reason }) => html`<li>
          <p class="facts">
            ${changeWords([labelOf(VISIBILITIES, from), labelOf(VISIBILITIES, to)], [profileName(from_profile), profileName(to_profile)])}, <bdi>${changed_by}</bdi>,${' '}
            ${instantView(changed_at)}
          </p>
          <p class="said">${reason}</p>
        </li>`,
      )}
    </ol>
    ${nextPage(path, { cursor: next_cursor, words: 'Earlier changes' })}
  </section>`
}

function profileName(profile: ClosedLists['topicProfile'] | null): string {
  return profileWord(profile) ?? 'Articles'
}

/** Each pair that differs, as "before to after". */
function changeWords(...pairs: readonly (readonly [before: string, after: string])[]): string {
  const changed = pairs.filter(([before, after]) => before !== after)
  return changed.map(([before, after]) => `${before} to ${after}`).join(', ')
}
