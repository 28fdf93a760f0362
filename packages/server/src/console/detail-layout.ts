import { html, type Markup } from '../pages/html.ts'
import { dayText } from '../pages/parts/mode-mark.ts'

interface DetailLayout {
  readonly head: Markup
  /** Facts beside the text: in the margin where there is room, else between the head and the text. */
  readonly margin: Markup
  /** Where there is no room they come after the text. */
  readonly isMarginLast?: boolean
  readonly text: Markup
}

/** The layout of a page about one thing: its text, and its facts in the margin. */
export function detailLayout({ head, margin, isMarginLast = false, text }: DetailLayout): Markup {
  const aside = html`<aside class="margin" aria-label="In the margin">${margin}</aside>`
  return html`<div class="detail">
    ${head} ${isMarginLast ? null : aside}
    <div class="detail-text">${text}</div>
    ${isMarginLast ? aside : null}
  </div>`
}

/** A time as people read it, in UTC. */
export function instantView(instant: string): Markup {
  return html`<time datetime=${instant}>${dayText(instant)}, ${instant.slice(11, 16)} UTC</time>`
}
