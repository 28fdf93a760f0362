import { html, type Markup } from '../html.ts'

interface Leaf {
  readonly head: Markup
  /** Facts beside the text: in the margin where there is room, else between the head and the text. */
  readonly margin: Markup
  /** Where there is no room they come after the text. */
  readonly isMarginLast?: boolean
  readonly text: Markup
}

/** A page about one thing, as a leaf of a book with notes in its margin. */
export function leaf({ head, margin, isMarginLast = false, text }: Leaf): Markup {
  const aside = html`<aside class="margin" aria-label="In the margin">${margin}</aside>`
  return html`<div class="leaf">
    ${head} ${isMarginLast ? null : aside}
    <div class="leaf-text">${text}</div>
    ${isMarginLast ? aside : null}
  </div>`
}
