import { html, type Markup } from '../html.ts'

/** A time as people read it, in UTC. */
export function instantView(instant: string): Markup {
  return html`<time datetime=${instant}>${instant.slice(0, 10)} ${instant.slice(11, 16)} UTC</time>`
}
