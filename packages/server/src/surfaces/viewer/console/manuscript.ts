import type { Reference } from '@colophon/contract'
import { html, type Markup } from '../html.ts'
import type { Visit } from '../page.ts'

export interface Manuscript {
  readonly body: string
  readonly references: readonly Reference[]
}

/** A text before its publication, as readers would see it. */
export function manuscript(_visit: Visit, { body, references }: Manuscript): Markup {
  return html`<article class="manuscript"><pre class="plain">${body}</pre></article>
    ${references.length}`
}
