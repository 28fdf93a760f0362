import { linkTarget } from '@colophon/cli/markdown'
import type { AnswerOf, Operations, Reference } from '@colophon/contract'
import { html, type Markup } from '../html.ts'
import { day } from './mode-mark.ts'

/** What a revision cites: pinned revisions of this site, and addresses elsewhere. */
export function referenceList(references: readonly Reference[]): Markup | null {
  if (references.length === 0) return null
  return html`<section class="references" aria-labelledby="references">
    <h2 id="references">References</h2>
    <ol>
      ${references.map(
        (reference) => html`<li>
          ${target(reference)} ${reference.note === null ? null : html`<span dir="auto">${reference.note}</span>`}
          ${
            reference.checked_at === null
              ? null
              : html` <span class="quiet">Checked on ${day(reference.checked_at)}.</span>`
          }
        </li>`,
      )}
    </ol>
  </section>`
}

function target({ sha256, url, title, path, relation }: Reference): Markup {
  const related = relation === null ? null : html`<span class="quiet">${relation.replaceAll('_', ' ')}</span>`
  if (sha256 !== null)
    return html`<a href=${`/revisions/${sha256}`}>${title ?? path ?? sha256.slice(0, 12)}</a> ${related}`
  const outside = url === null ? null : linkTarget(url, '/')
  const words = title ?? url ?? 'without a title'
  if (outside === null) return html`<span>${words}</span>`
  return html`<a href=${outside.href} rel="nofollow noopener noreferrer" class="outside">${words}</a>`
}

type Tombstone = NonNullable<AnswerOf<Operations['getEntry']>['retirement']>

/** In the place of a text that should no longer be relied on: why, since when, and what to read instead. */
export function tombstone({ reason, retired_at, replacements }: Tombstone): Markup {
  return html`<div class="banner retired">
    <p><strong>Retired</strong> on ${day(retired_at)}.</p>
    <p dir="auto">${reason}</p>
    ${
      replacements.length === 0
        ? null
        : html`<p>Read instead:</p>
            <ul>
              ${replacements.map(({ path, title }) => html`<li><a href=${`/read${path}`}>${title}</a> <code>${path}</code></li>`)}
            </ul>`
    }
  </div>`
}
