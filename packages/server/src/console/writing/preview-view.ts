import { BYTE_LIMITS, type Reference } from '@colophon/contract'
import { html, type Markup } from '../../pages/html.ts'
import { articleView } from '../article-view.ts'
import { draftChanges } from '../changes.ts'
import { checksView } from '../checks-view.ts'
import type { Attempt, ConsoleVisit } from '../definitions.ts'
import { bodyOf } from '../form-body.ts'
import { PREVIEW } from './draft-form.ts'

/** The text as readers would see it, by the renderer that they see it with, and what it would change. */
export async function previewView(visit: ConsoleVisit): Promise<Markup> {
  const { attempt } = visit
  if (attempt?.typed.first('again') !== PREVIEW)
    return html`<section id="preview" class="preview" aria-label="Preview"></section>`
  const draft = draftOf(attempt)
  return html`<section id="preview" class="preview" aria-label="Preview" tabindex="-1" autofocus=${attempt.problem === null}>
    <p class="eyebrow">Preview</p>
    <h2>${draft.title}</h2>
    <p class="lede">${draft.summary}</p>
    ${await draftChecks(visit, draft)} ${await articleView(visit, draft)} ${await draftChanges(visit, draft)}
  </section>`
}

/** What is too large to be submitted is not looked at. */
async function draftChecks({ app }: ConsoleVisit, draft: ReturnType<typeof draftOf>): Promise<Markup | null> {
  if (Buffer.byteLength(draft.body) > BYTE_LIMITS.articleBody) return null
  return checksView(await app.textRenderer.analysis.checks(draft, app.settings.baseUrl))
}

/** What is typed so far, whatever is still wrong with it. */
function draftOf({ form, typed }: Attempt) {
  const text = (name: string) => typed.first(`/${name}`) ?? ''
  const { references } = bodyOf(form.fields, typed).body
  const said = { title: text('title'), summary: text('summary'), path: text('path') }
  const applicability = text('applicability')
  const fields = { ...said, document_kind: text('kind') }
  const cited = Array.isArray(references) ? references.map(referenceOf) : []
  const parent = typed.first('/expected_parent_hash')
  return { ...said, applicability, body: endedBody(text('body')), references: cited, fields, parent }
}

/** As the server keeps it. */
function endedBody(text: string): string {
  return `${text.replace(/\n+$/, '')}\n`
}

/** A row of the form; what the server would fill in is not there yet. */
function referenceOf(row: Partial<Reference>): Reference {
  const { kind = 'url', sha256 = null, url = null, relation = null, note = null } = row
  const title = row.title ?? (sha256 === null ? null : `Revision ${sha256.slice(0, 12)}`)
  const unknown = { entry_id: null, path: null, selection: null, revision_created_at: null, checked_at: null }
  return { ...unknown, kind, sha256, url, relation, note, title }
}
