import type { RenderFailure } from '../../render/render-worker.ts'
import type { RenderResult } from '../../render/text-renderer.ts'
import { divAround, html, type Markup } from '../html.ts'

const WHY_PLAIN: Readonly<Record<RenderFailure, string>> = {
  'too-much': 'This text is too large or too deeply nested to format. You see its source.',
  'not-tried':
    'You see the source of this text, because the server is formatting many others. Reload in a moment.',
}

/** What an author wrote, as the render worker rendered it. */
export function articleText({ html: text, failure }: RenderResult): Markup {
  return html`${failure === null ? null : html`<p class="notice">${WHY_PLAIN[failure]}</p>`}
    ${divAround(text, { class: 'text', dir: 'auto' })}`
}
