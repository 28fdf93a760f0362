import type { AnswerOf, ClosedLists, Operations } from '@colophon/contract'
import { html, type Markup } from '../html.ts'

type Summary = AnswerOf<Operations['getSignals']>
type Windows = Summary['revision']['windows']

const WINDOWS = [
  ['24h', '24 hours'],
  ['7d', '7 days'],
  ['30d', '30 days'],
] as const satisfies readonly (readonly [keyof Windows, string])[]

/** Whether it helped those who used it: reports of this revision, and of every revision of the entry. */
export function signalChart({ revision, entry }: Summary): Markup {
  return html`<section class="signals" aria-labelledby="signals">
    <h2 id="signals">Reported use</h2>
    ${
      entry.windows['30d'].participants === 0
        ? html`<p class="quiet">No reader has reported in the last 30 days whether this helped.</p>`
        : html`<div class="charts">
            ${chart('This revision', revision.windows)} ${chart('All revisions', entry.windows)}
          </div>`
    }
  </section>`
}

/** Bars to the left for what did not help, to the right for what did; the numbers are text beside them. */
function chart(title: string, windows: Windows): Markup {
  const largest = Math.max(1, ...Object.values(windows).flatMap(({ up, down }) => [up, down]))
  const share = (count: number) => Math.round((count / largest) * 100)
  return html`<figure>
    <figcaption>${title}</figcaption>
    <table>
      <thead>
        <tr><th scope="col">Within</th><th scope="col" class="right">Did not help</th><th scope="col">Helped</th></tr>
      </thead>
      <tbody>
        ${WINDOWS.map(([name, words]) => {
          const { up, down } = windows[name]
          return html`<tr>
            <th scope="row">${words}</th>
            <td class="right">${down} ${bar('down', share(down))}</td>
            <td>${bar('up', share(up))} ${up}</td>
          </tr>`
        })}
      </tbody>
    </table>
  </figure>`
}

function bar(kind: ClosedLists['signalValue'], percent: number): Markup {
  const x = { up: '0', down: `${100 - percent}%` }[kind]
  return html`<svg height="10" aria-hidden="true" focusable="false">
    <rect class=${kind} x=${x} width=${`${percent}%`} height="10" />
  </svg>`
}
