import type { Check, CheckLevel } from '@colophon/contract'
import { html, type Markup } from '../pages/html.ts'

const LEVELS: Readonly<Record<CheckLevel, string>> = { warning: 'Warning', notice: 'Notice' }

/** What to look at in a text; nothing where there is nothing. `addressOf` says where a line is shown. */
export function checksView(
  checks: readonly Check[] | null,
  addressOf: ((line: number) => string) | null = null,
): Markup | null {
  if (checks === null || checks.length === 0) return null
  return html`<section class="checks" aria-labelledby="checks">
    <h2 id="checks">Worth a look</h2>
    <ul class="missing">
      ${checks.map(
        ({ level, line, message }) => html`<li>
          <span class=${`mark ${level}`}>${LEVELS[level]}</span>${' '}
          ${line === null ? null : html`${lineView(line, addressOf)}:${' '}`}${message}
        </li>`,
      )}
    </ul>
  </section>`
}

function lineView(line: number, addressOf: ((line: number) => string) | null): Markup {
  return addressOf === null ? html`Line ${line}` : html`<a href=${addressOf(line)}>Line ${line}</a>`
}
