import { isDeepStrictEqual } from 'node:util'
import type { AnswerOf, Operations } from '@colophon/contract'
import { ifThere } from '../core/problem.ts'
import type { Api } from '../pages/api.ts'
import { html, type Markup } from '../pages/html.ts'
import { type Diff, diffView, SHOWN_FIELDS } from '../pages/parts/diff-view.ts'
import { bodyOfRevision } from '../text/front-matter.ts'
import type { ConsoleVisit } from './definitions.ts'

type Revision = AnswerOf<Operations['getObject']>

/** What a text would change of the revision that it follows. */
interface DraftChange {
  /** null: it begins an entry, and changes nothing. */
  readonly parent: string | null
  /** Its own name where it has one. */
  readonly sha256?: string
  readonly body: string
  /** What its author said beside the text, by the names of the front matter. */
  readonly fields: Readonly<Record<string, unknown>>
}

/** Of a candidate the server itself compares, which tells nobody more than both revisions do. */
export async function candidateChanges(
  api: Api,
  { candidate_hash, parent_hash }: { candidate_hash: string; parent_hash: string | null },
): Promise<Markup | null> {
  if (parent_hash === null) return null
  const diff = await ifThere(api.call('diffRevisions', { params: { a: parent_hash, b: candidate_hash } }))
  return diff === null ? null : changesView(diff)
}

/** Of a text that is no revision yet, where its reader may read the revision that it follows. */
export async function draftChanges(
  { api, app }: Pick<ConsoleVisit, 'api' | 'app'>,
  { parent, ...change }: DraftChange,
): Promise<Markup | null> {
  if (parent === null || !/^[0-9a-f]{64}$/.test(parent)) return null
  const params = { sha256: parent }
  const before = await ifThere(api.call('getObject', { params }))
  if (before === null || !('is_head' in before)) return null
  const old = bodyOfRevision(await api.call('readObject', { params }))
  const to = { sha256: change.sha256 ?? '', body: change.body }
  const comparison = await app.textRenderer.analysis.compareDraft({ sha256: parent, body: old }, to)
  return changesView({
    from: parent,
    to: change.sha256 ?? 'this draft',
    ...comparison,
    fields: fieldsChanged(before, change.fields),
  })
}

function fieldsChanged(before: Revision, after: DraftChange['fields']): Diff['fields'] {
  return Object.entries(before)
    .filter(([field]) => SHOWN_FIELDS.has(field) && after[field] !== undefined)
    .map(([field, from]) => ({ field, from, to: after[field] }))
    .filter(({ from, to }) => !isDeepStrictEqual(from, to))
}

async function changesView(diff: Diff): Promise<Markup> {
  return html`<section class="changes" aria-labelledby="changes">
    <h2 id="changes">What it changes</h2>
    ${await diffView(diff)}
  </section>`
}
