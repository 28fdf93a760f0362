import type MarkdownIt from 'markdown-it'
import type { StateInline } from 'markdown-it'
import { type HtmlTag, htmlTagAt, isEmptyTag } from './html-tags.ts'

const COMMENT = '<!--'
const END = '-->'

/** Tags and comments among words. What is neither a tag that pages show nor a whole comment stays text. */
export function addHtmlInline(md: InstanceType<typeof MarkdownIt>): void {
  md.inline.ruler.at('html_inline', (state, silent) => readComment(state, silent) || readTag(state, silent))
}

function readComment(state: StateInline, silent: boolean): boolean {
  const { src, pos, posMax } = state
  if (!src.startsWith(COMMENT, pos)) return false
  const end = endOfComment(src, pos)
  if (end < 0 || end > posMax) return false
  if (!silent) state.push('html_comment', '', 0).content = src.slice(pos, end)
  state.pos = end
  return true
}

/** Behind the end of a comment that begins at a place; -1 of one that never ends. */
export function endOfComment(src: string, at: number): number {
  return findEnd(src, END, at + COMMENT.length)
}

interface KnownEnd {
  readonly src: string
  readonly from: number
  readonly end: number
}

const knownEnds = new Map<string, KnownEnd>()

/** Behind the next `needle`, -1 without one. The last answer is kept, so that a text of beginnings is read in linear time. */
export function findEnd(src: string, needle: string, from: number): number {
  const known = knownEnds.get(needle)
  const isKnown = known?.src === src && known.from <= from
  if (isKnown && (known.end < 0 || from <= known.end - needle.length)) return known.end
  const at = src.indexOf(needle, from)
  const end = at < 0 ? -1 : at + needle.length
  knownEnds.set(needle, { src, from, end })
  return end
}

function readTag(state: StateInline, silent: boolean): boolean {
  const { src, pos, posMax } = state
  const tag = src.charCodeAt(pos) === 0x3c ? htmlTagAt(src, pos) : null
  if (tag === null || pos + tag.length > posMax) return false
  if (!silent) {
    writeTag(state.push('html_tag', tag.name, 0), tag)
    if (tag.name === 'a') state.linkLevel = Math.max(0, state.linkLevel + (tag.isClosing ? -1 : 1))
  }
  state.pos = pos + tag.length
  return true
}

/** Says of a token what the tag says; whether it opens, closes or is nothing shows when all are nested. */
export function writeTag(
  token: { attrs: [string, string | number][] | null; meta: Record<string, unknown> | null },
  { name, isClosing, attributes }: HtmlTag,
): void {
  token.attrs = attributes.map(([key, value]) => [key, value])
  token.meta = { role: isEmptyTag(name) ? 'empty' : isClosing ? 'closing' : 'opening' }
}
