import type { Heading } from '../../render/headings.ts'
import type { RenderFailure } from '../../render/render-worker.ts'
import type { RenderResult } from '../../render/text-renderer.ts'
import { html, type Markup, trustedHtml } from '../html.ts'

const FEWEST_SECTIONS = 3
const MOST_SECTIONS = 60

const WHY_PLAIN: Readonly<Record<RenderFailure, string>> = {
  'too-much': 'This text is too large or too deeply nested to format. You see its source.',
  'not-tried':
    'You see the source of this text, because the server is formatting many others. Reload in a moment.',
}

/** What an author wrote, as the render worker rendered it. */
export function articleText({ html: text, failure }: RenderResult): Markup {
  return html`${failure === null ? null : html`<p class="notice">${WHY_PLAIN[failure]}</p>`}
    <div class="text" dir="auto" dangerouslySetInnerHTML=${trustedHtml(text)} />`
}

/** Leads to the sections of a text that has enough of them. */
export function sectionList(headings: readonly Heading[]): Markup | null {
  const shown = headings.filter(({ level }) => level <= 3).slice(0, MOST_SECTIONS)
  if (shown.length < FEWEST_SECTIONS) return null
  return html`<nav class="sections" aria-labelledby="sections">
    <h2 id="sections">Sections</h2>
    <ol>
      ${shown.map(({ id, text, level }) => html`<li class=${`level-${level}`}><a href=${`#${id}`}>${text}</a></li>`)}
    </ol>
  </nav>`
}
