import { html, type Markup } from '../../pages/html.ts'
import type { DayCount } from './signal-counts.ts'

/** Units of the drawing; its size is the page's. */
const DAY_WIDTH = 10
const BAR_WIDTH = 7
const HALF_HEIGHT = 30

/** Reports by day: what helped above the line, what did not below it. The numbers are in a table beside it. */
export function signalDaysChart(days: readonly DayCount[]): Markup {
  const most = Math.max(1, ...days.flatMap(({ up, down }) => [up, down]))
  const width = days.length * DAY_WIDTH
  const height = (count: number) => (count / most) * (HALF_HEIGHT - 1)
  return html`<figure class="chart">
    <svg viewBox=${`0 0 ${width} ${2 * HALF_HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      ${days.map(({ up, down }, place) => {
        const x = place * DAY_WIDTH + (DAY_WIDTH - BAR_WIDTH) / 2
        return html`<rect class="up" x=${x} width=${BAR_WIDTH} y=${HALF_HEIGHT - height(up)} height=${height(up)} />
          <rect class="down" x=${x} width=${BAR_WIDTH} y=${HALF_HEIGHT} height=${height(down)} />`
      })}
      <line class="base" x1="0" x2=${width} y1=${HALF_HEIGHT} y2=${HALF_HEIGHT} />
    </svg>
    <figcaption>
      ${days[0]?.day} to ${days.at(-1)?.day}: above the line what helped, below it what did not; the longest bar
      is ${most}.
    </figcaption>
    <details>
      <summary>The same in numbers</summary>
      ${dayTable(days)}
    </details>
  </figure>`
}

function dayTable(days: readonly DayCount[]): Markup {
  return html`<table class="numbers">
    <thead>
      <tr>
        <th scope="col">Day (UTC)</th>
        <th scope="col">Helped</th>
        <th scope="col">Did not</th>
      </tr>
    </thead>
    <tbody>
      ${days.map(
        ({ day, up, down }) => html`<tr>
          <th scope="row">${day}</th>
          <td>${up}</td>
          <td>${down}</td>
        </tr>`,
      )}
    </tbody>
  </table>`
}
