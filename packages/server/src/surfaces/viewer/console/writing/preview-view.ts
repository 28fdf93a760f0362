import { html, type Markup } from '../../html.ts'
import type { SignedIn } from '../definitions.ts'
import { manuscript } from '../manuscript.ts'
import { PREVIEW } from './draft-form.ts'

/** The text as readers would see it, by the renderer that they see it with. */
export function previewView(visit: SignedIn): Markup {
  const { attempt } = visit
  if (attempt?.typed.first('again') !== PREVIEW)
    return html`<section id="preview" class="preview" aria-label="Preview"></section>`
  const text = attempt.typed.first('/body') ?? ''
  return html`<section id="preview" class="preview" aria-label="Preview" tabindex="-1" autofocus=${attempt.problem === null}>
    <p class="eyebrow">Preview</p>
    <h2>${attempt.typed.first('/title')}</h2>
    <p class="lede">${attempt.typed.first('/summary')}</p>
    ${manuscript(visit, { body: text, references: [] })}
  </section>`
}
