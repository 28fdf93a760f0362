import { html, type Markup, trustedHtml } from '../html.ts'
import type { Heading } from '../markdown/headings.ts'
import type { ShownText } from '../setting/typesetter.ts'
import type { Failure } from '../setting/work.ts'

const FEWEST_SECTIONS = 3
const MOST_SECTIONS = 60

const WHY_PLAIN: Readonly<Record<Failure, string>> = {
  'too-much': 'This text is too large or too intricate to be set here: it stands as it was written.',
  'not-tried': 'This text stands as it was written: too many others are being set. Look again in a moment.',
}

/** What an author wrote, as the typesetter set it. */
export function articleText({ html: text, failure }: ShownText): Markup {
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
