import { html, type Markup } from '../../pages/html.ts'

/** Lines that one page shows: a text of a million lines has as many pages as it needs. */
const LINES_SHOWN = 2000

/** A text with its lines counted, so that a finding can name one. */
export function numberedText(text: string, { from, address }: { from: unknown; address: string }): Markup {
  const lines = text.replace(/\n$/, '').split('\n')
  const first = firstLine(from, lines.length)
  const last = Math.min(first + LINES_SHOWN - 1, lines.length)
  return html`<ol class="numbered" start=${first}>
      ${lines.slice(first - 1, last).map((line, place) => html`<li id=${`L${first + place}`}><code>${line}</code></li>`)}
    </ol>
    ${last === lines.length ? null : html`<p class="paging"><a href=${`${address}?from=${last + 1}#L${last + 1}`}>Lines from ${last + 1}</a></p>`}`
}

/** Where a line of it is shown: on the page that begins with the first of its thousands. */
export function lineAddress(line: number, address: string): string {
  const first = line - ((line - 1) % LINES_SHOWN)
  return `${address}?from=${first}#L${line}`
}

function firstLine(from: unknown, count: number): number {
  const wanted = typeof from === 'string' && /^[1-9]\d{0,7}$/.test(from) ? Number(from) : 1
  return wanted > count ? 1 : wanted
}
