import type { AnswerOf, Operations } from '@colophon/contract'
import { html, type Markup } from '../../html.ts'
import { nextPage } from '../../parts/paging.ts'
import { type ConsolePage, consoleForm } from '../definitions.ts'
import { formView } from '../form-view.ts'
import { instantView } from '../instant-view.ts'
import { labelOf } from '../label-of.ts'
import { reasonField } from '../reason-field.ts'
import { topicAddress, VISIBILITIES } from './topic-words.ts'

type Changes = AnswerOf<Operations['listVisibilityChanges']>

const visibilityForm = consoleForm({
  operation: 'changeVisibility',
  path: '/console/topics/:id/visibility',
  fields: [
    { name: '/expected_visibility', label: 'Visibility', control: { kind: 'carried', as: 'text' } },
    { name: '/visibility', label: 'Visibility', control: { kind: 'carried', as: 'text' } },
    reasonField('It is kept in the history of the topic.'),
  ],
  done: ({ id }) => ({ to: `${topicAddress(id)}/visibility`, notice: 'visibility_changed' }),
})

const CONSEQUENCES = {
  public:
    'Only invited credentials will see it. Caches forget it within a minute or so; what was read was read.',
  invited: 'Everybody will see it: its articles, their revisions, publications and retirements.',
}

export const visibilityPage: ConsolePage = {
  path: visibilityForm.path,
  forms: [visibilityForm],
  async show(visit) {
    const { id = '' } = visit.params
    const { title, visibility } = await visit.door.call('getTopic', { params: { id } })
    const changes = await visit.door.call('listVisibilityChanges', {
      params: { id },
      query: { cursor: visit.query.cursor },
    })
    const other = visibility === 'public' ? 'invited' : 'public'
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
          button: other === 'public' ? 'Make it public' : 'Make it invited',
          isFinal: true,
        })}
        ${historyView(changes, `${topicAddress(id)}/visibility`)}`,
    }
  },
}

function historyView({ items, next_cursor }: Changes, path: string): Markup {
  return html`<section aria-labelledby="history">
    <h2 id="history">Changes</h2>
    ${items.length === 0 ? html`<p class="quiet">It was never changed.</p>` : null}
    <ol class="records">
      ${items.map(
        ({ from, to, changed_by, changed_at, reason }) => html`<li>
          <p class="facts">
            ${labelOf(VISIBILITIES, from)} to ${labelOf(VISIBILITIES, to)}, <bdi>${changed_by}</bdi>,${' '}
            ${instantView(changed_at)}
          </p>
          <p class="said">${reason}</p>
        </li>`,
      )}
    </ol>
    ${nextPage(path, { cursor: next_cursor, words: 'Earlier changes' })}
  </section>`
}
