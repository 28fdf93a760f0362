import { html, type Markup } from '../html.ts'

/** Digits that tell the objects of a press apart for a person. */
const SHOWN_DIGITS = 12

/** The beginning of a hash that leads to its object, and a button that copies all of it; without scripts the whole is the tooltip. */
export function shortHash(sha256: string, href: string | null = `/revisions/${sha256}`): Markup {
  const digits = html`<code title=${sha256}>${sha256.slice(0, SHOWN_DIGITS)}</code>`
  return html`<span class="short-hash"
    >${href === null ? digits : html`<a href=${href}>${digits}</a>`} <button
      type="button"
      class="copy"
      data-copy=${sha256}
      aria-label=${`Copy the hash ${sha256.slice(0, SHOWN_DIGITS)}`}
      hidden
    >
      Copy
    </button></span
  >`
}
