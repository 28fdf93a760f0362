import type { SetText } from '../../render/set-text.ts'
import { html, type Markup } from '../html.ts'
import { type SectionBranch, sectionTree } from './section-tree.ts'

const FEWEST_SECTIONS = 3
/** A list of more is folded below its highest headings. */
const MOST_UNFOLDED = 30

/** Leads to every section of a text that has enough of them; a script marks the one that is read. */
export function sectionList({ headings, unlisted }: Pick<SetText, 'headings' | 'unlisted'>): Markup | null {
  if (headings.length < FEWEST_SECTIONS) return null
  const isOpen = headings.length <= MOST_UNFOLDED
  return html`<nav class="sections" aria-labelledby="sections">
    <details open>
      <summary><h2 id="sections">Sections</h2></summary>
      ${list(sectionTree(headings), isOpen)}
      ${unlisted === 0 ? null : html`<p class="quiet">${unlisted} more.</p>`}
    </details>
  </nav>`
}

function list(branches: readonly SectionBranch[], isOpen: boolean): Markup {
  return html`<ol>
    ${branches.map(
      ({ id, text, parts }) => html`<li>
        <a href=${`#${id}`}>${text}</a>
        ${
          parts.length === 0
            ? null
            : html`<details open=${isOpen}>
                <summary>${count(parts)} <span class="unseen">of ${text}</span></summary>
                ${list(parts, isOpen)}
              </details>`
        }
      </li>`,
    )}
  </ol>`
}

function count({ length }: readonly SectionBranch[]): string {
  return length === 1 ? '1 part' : `${length} parts`
}
