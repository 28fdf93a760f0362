import { html, type Markup } from '../pages/html.ts'

export interface Bar {
  readonly label: Markup | string
  readonly value: number
  /** The value in words: the bar only shows how it compares. */
  readonly words: string
}

const WIDTH = 100
const HEIGHT = 4

/** Amounts beside each other, as a table whose rows have a bar. */
export function bars(heading: string, rows: readonly Bar[]): Markup {
  const most = Math.max(1, ...rows.map(({ value }) => value))
  return html`<table class="bars">
    <thead class="unseen">
      <tr>
        <th scope="col">${heading}</th>
        <th scope="col">Amount</th>
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        ({ label, value, words }) => html`<tr>
          <th scope="row">${label}</th>
          <td>
            ${words}
            <svg viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
              <rect class="bar-length" width=${(value / most) * WIDTH} height=${HEIGHT} />
            </svg>
          </td>
        </tr>`,
      )}
    </tbody>
  </table>`
}
