import { html, type Markup } from '../html.ts'
import { dayText } from '../parts/times.ts'

/** A time as people read it, in UTC. */
export function instantView(instant: string): Markup {
  return html`<time datetime=${instant}>${dayText(instant)}, ${instant.slice(11, 16)} UTC</time>`
}
