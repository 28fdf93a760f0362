import type { AnswerOf, Operations } from '@colophon/contract'
import { html, type Markup } from '../html.ts'

type Summary = AnswerOf<Operations['getSignals']>
type Windows = Summary['revision']['windows']

const WINDOWS = [
  ['24h', '24 hours'],
  ['7d', '7 days'],
  ['30d', '30 days'],
] as const satisfies readonly (readonly [keyof Windows, string])[]

const HALF = 120
const ROW = 26
const BAR = 14

/** Whether it helped those who used it: reports of this revision, and of every revision of the entry. */
export function signalChart({ revision, entry }: Summary): Markup {
  return html`<section class="signals" aria-labelledby="signals">
    <h2 id="signals">Reported use</h2>
    ${
      entry.windows['30d'].participants === 0
        ? html`<p class="quiet">Nobody has reported in the last 30 days whether this helped.</p>`
        : html`<div class="charts">
            ${chart('This revision', revision.windows)} ${chart('All revisions', entry.windows)}
          </div>`
    }
  </section>`
}

/** Bars to the right for what helped, to the left for what did not; the numbers are text beside them. */
function chart(title: string, windows: Windows): Markup {
  const largest = Math.max(1, ...Object.values(windows).flatMap(({ up, down }) => [up, down]))
  const length = (count: number) => Math.round((count / largest) * HALF)
  return html`<figure>
    <figcaption>${title}</figcaption>
    <svg viewBox=${`0 0 ${2 * HALF} ${WINDOWS.length * ROW}`} aria-hidden="true" focusable="false">
      ${WINDOWS.map(([name], place) => {
        const { up, down } = windows[name]
        const y = place * ROW + (ROW - BAR) / 2
        return html`<rect class="down" x=${HALF - length(down)} y=${y} width=${length(down)} height=${BAR} />
          <rect class="up" x=${HALF} y=${y} width=${length(up)} height=${BAR} />`
      })}
      <line x1=${HALF} y1="0" x2=${HALF} y2=${WINDOWS.length * ROW} />
    </svg>
    <table>
      <thead>
        <tr><th scope="col">Window</th><th scope="col">Did not help</th><th scope="col">Helped</th></tr>
      </thead>
      <tbody>
        ${WINDOWS.map(
          ([name, words]) => html`<tr>
            <th scope="row">${words}</th><td>${windows[name].down}</td><td>${windows[name].up}</td>
          </tr>`,
        )}
      </tbody>
    </table>
  </figure>`
}
