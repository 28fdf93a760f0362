import type { AnswerOf, Operations } from '@colophon/contract'
import { notFound } from '../../../../core/problem.ts'
import type { Door } from '../../door.ts'
import { html, type Markup } from '../../html.ts'
import { nextPage } from '../../parts/paging.ts'
import { type ConsolePage, consoleForm, type SignedIn } from '../definitions.ts'
import { formView } from '../form-view.ts'
import { instantView } from '../instant-view.ts'
import { mayCurate } from '../may-curate.ts'
import { reasonField } from '../reason-field.ts'
import { revisionPicker } from '../revision-picker.ts'
import { topicAddress } from '../topics/topic-words.ts'

type Retirements = AnswerOf<Operations['listRetirements']>
type Revision = Extract<AnswerOf<Operations['getObject']>, { title: string }>

const REPLACEMENTS = '/replacement_hashes'

const shared = {
  operation: 'retireRevision',
  done: ({ content_hash, state }: AnswerOf<Operations['retireRevision']>) =>
    ({ to: revisionAddress(content_hash), notice: state === 'retired' ? 'retired' : 'reactivated' }) as const,
} as const

const DECISION = [
  { name: '/state', label: 'State', control: { kind: 'carried', as: 'text' } },
  { name: '/expected_retirement_hash', label: 'Record before', control: { kind: 'carried', as: 'text' } },
  reasonField('Public where the revision is.'),
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
    const revision = await readRevision(visit.door, sha256)
    const retirements = await visit.door.call('listRetirements', {
      params: { sha256 },
      query: { cursor: visit.query.cursor },
    })
    return {
      title: revision.title,
      main: html`<header class="title">
          <p class="eyebrow"><a href=${topicAddress(revision.topic_id)}>${revision.topic_id}</a></p>
          <h1>${revision.title}</h1>
          <p class="lede">${revision.summary}</p>
          <p class="facts">
            <span class=${`mark ${retirements.state}`}>${retirements.state === 'retired' ? 'Retired' : 'Active'}</span>
            ${revision.is_head ? 'the head of its entry' : 'an earlier revision of its entry'} <code>${revision.path}</code>
          </p>
          <p><a href=${`/revisions/${sha256}`}>Read this revision</a></p>
        </header>
        ${mayCurate(visit.me, revision.topic_id) ? await decisionView(visit, revision, retirements) : null}
        ${recordsView(retirements)}`,
    }
  },
}

function revisionAddress(hash: string): string {
  return `/console/revisions/${hash}`
}

async function readRevision(door: Door, sha256: string): Promise<Revision> {
  const object = await door.call('getObject', { params: { sha256 } })
  if (!('title' in object)) throw notFound()
  return object
}

async function decisionView(visit: SignedIn, revision: Revision, { state, retirement_hash }: Retirements) {
  const before = { '/expected_retirement_hash': retirement_hash ?? '' }
  if (state === 'retired')
    return html`<section aria-labelledby="decide">
      <h2 id="decide">Make it active again</h2>
      <p>Nothing is published by that: a head is listed again once it, or a successor, is published.</p>
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

function recordsView({ items, content_hash, next_cursor }: Retirements): Markup {
  return html`<section aria-labelledby="records">
    <h2 id="records">Records</h2>
    ${items.length === 0 ? html`<p class="quiet">It was never retired.</p>` : null}
    <ol class="records">
      ${items.map(
        ({ state, decided_by, decided_at, reason, replacement_hashes }) => html`<li>
          <p class="facts">
            <span class=${`mark ${state}`}>${state === 'retired' ? 'Retired' : 'Active again'}</span>
            <bdi>${decided_by}</bdi>, ${instantView(decided_at)}
          </p>
          <p class="said">${reason}</p>
          ${replacement_hashes.map(
            (hash) =>
              html`<p class="facts">replaced by <a href=${revisionAddress(hash)}><code>${hash}</code></a></p>`,
          )}
        </li>`,
      )}
    </ol>
    ${nextPage(revisionAddress(content_hash), { cursor: next_cursor, words: 'Later records' })}
  </section>`
}
