import { type AnswerOf, type ClosedLists, isRetired, type Operations } from '@colophon/contract'
import { notFound } from '../../core/problem.ts'
import type { Api } from '../../pages/api.ts'
import { html, type Markup } from '../../pages/html.ts'
import { nextPage } from '../../pages/parts/entry-list.ts'
import { revisionLink, type Titles, titlesOf } from '../../pages/parts/revision-titles.ts'
import { type ConsolePage, type ConsoleVisit, consoleForm, isCuratorOf } from '../definitions.ts'
import { instantView } from '../detail-layout.ts'
import { reasonField } from '../fields.ts'
import { formView } from '../form-view.ts'
import { revisionPicker } from '../revision-picker.ts'
import { topicAddress } from '../topics/topics-page.ts'

type Retirements = AnswerOf<Operations['listRetirements']>
type Revision = Extract<AnswerOf<Operations['getObject']>, { title: string }>

const REPLACEMENTS = '/replacement_hashes'

const NOTICES = { retired: 'retired', active: 'reactivated' } as const satisfies Record<
  ClosedLists['retirementState'],
  string
>

const shared = {
  operation: 'retireRevision',
  done: ({ content_hash, state }: AnswerOf<Operations['retireRevision']>) =>
    ({ to: revisionAddress(content_hash), notice: NOTICES[state] }) as const,
} as const

const DECISION = [
  { name: '/state', label: 'State', control: { kind: 'carried', as: 'text' } },
  { name: '/expected_retirement_hash', label: 'Record before', control: { kind: 'carried', as: 'text' } },
  reasonField('Public along with the revision.'),
] as const

const retireForm = consoleForm({
  ...shared,
  path: '/console/revisions/:sha256/retire',
  fields: [
    ...DECISION,
    { name: REPLACEMENTS, label: 'Replaced by', control: { kind: 'several', options: [] } },
  ],
})

const reactivateForm = consoleForm({
  ...shared,
  path: '/console/revisions/:sha256/reactivate',
  fields: DECISION,
})

/** A published revision as curators have it: whether it is retired, and by which records. */
export const retirementPage: ConsolePage = {
  path: '/console/revisions/:sha256',
  forms: [retireForm, reactivateForm],
  async show(visit) {
    const { sha256 = '' } = visit.params
    const revision = await readRevision(visit.api, sha256)
    const retirements = await visit.api.call('listRetirements', {
      params: { sha256 },
      query: { cursor: visit.query.cursor },
    })
    const topic = await visit.api.call('getTopic', { params: { id: revision.topic_id } })
    const replacements = retirements.items.flatMap(({ replacement_hashes }) => replacement_hashes)
    const titles = await titlesOf(visit.api, replacements)
    return {
      title: revision.title,
      main: html`<header class="title">
          <p class="eyebrow"><a href=${topicAddress(revision.topic_id)}>${topic.title}</a></p>
          <h1>${revision.title}</h1>
          <p class="lede">${revision.summary}</p>
          <p class="facts">
            <span class=${`mark ${retirements.state}`}>${isRetired(retirements.state) ? 'Retired' : 'Active'}</span>
            ${revision.is_head ? 'the head of its entry' : 'an earlier revision of its entry'} <code>${revision.path}</code>
          </p>
          <p><a href=${`/revisions/${sha256}`}>Read this revision</a></p>
        </header>
        ${isCuratorOf(visit.me, revision.topic_id) ? await decisionView(visit, revision, retirements) : null}
        ${recordsView(retirements, titles)}`,
    }
  },
}

function revisionAddress(hash: string): string {
  return `/console/revisions/${hash}`
}

async function readRevision(api: Api, sha256: string): Promise<Revision> {
  const object = await api.call('getObject', { params: { sha256 } })
  if (!('title' in object)) throw notFound()
  return object
}

async function decisionView(
  visit: ConsoleVisit,
  revision: Revision,
  { state, retirement_hash }: Retirements,
) {
  const before = { '/expected_retirement_hash': retirement_hash ?? '' }
  if (isRetired(state))
    return html`<section aria-labelledby="decide">
      <h2 id="decide">Make it active again</h2>
      <p>This publishes nothing: a head is listed again once it, or a successor, is published.</p>
      ${formView(visit, reactivateForm, { values: { ...before, '/state': 'active' }, button: 'Make it active' })}
    </section>`
  const wanted = { topic: revision.topic_id, field: REPLACEMENTS, except: revision.sha256 }
  const picker = await revisionPicker(visit, wanted)
  return html`<section aria-labelledby="decide">
    <h2 id="decide">Retire it</h2>
    <p>
      A retired head leaves the index and the search, and its entry shows a tombstone with your reason and what
      replaces it. Its bytes stay.
    </p>
    ${formView(visit, retireForm, {
      values: { ...before, '/state': 'retired' },
      options: { [REPLACEMENTS]: picker.options },
      tools: picker.tools,
      button: 'Retire it',
      isFinal: true,
    })}
  </section>`
}

function recordsView({ items, content_hash, next_cursor }: Retirements, titles: Titles): Markup {
  return html`<section aria-labelledby="records">
    <h2 id="records">Records</h2>
    ${items.length === 0 ? html`<p class="quiet">It was never retired.</p>` : null}
    <ol class="records">
      ${items.map(
        ({ state, decided_by, decided_at, reason, replacement_hashes }) => html`<li>
          <p class="facts">
            <span class=${`mark ${state}`}>${isRetired(state) ? 'Retired' : 'Active again'}</span>
            <bdi>${decided_by}</bdi>, ${instantView(decided_at)}
          </p>
          <p class="said">${reason}</p>
          ${replacement_hashes.map(
            (hash) => html`<p class="facts">replaced by ${revisionLink(hash, titles)}</p>`,
          )}
        </li>`,
      )}
    </ol>
    ${nextPage(revisionAddress(content_hash), { cursor: next_cursor, words: 'Later records' })}
  </section>`
}
