import type { AnswerOf, Operations } from '@colophon/contract'
import { html, type Markup } from '../html.ts'
import { day } from './times.ts'

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
