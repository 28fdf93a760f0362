/**
 * Characters that change how others are shown, or that nobody sees: directional controls, invisible operators,
 * byte order marks and tags. The joiners are left alone: languages and emoji need them.
 */
const UNSEEN = /[\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu

/** Puts the name of such a character in its place, so that a text reads as it is written. */
export function showUnseen(text: string): string {
  return text.replace(UNSEEN, nameOf)
}

function nameOf(character: string): string {
  const code = character.codePointAt(0) ?? 0
  return `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Text as HTML, in content and in quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? character)
}
