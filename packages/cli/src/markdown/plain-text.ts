import { inlineText } from './inline-text.ts'
import { joinParts } from './join-parts.ts'
import { parseMarkdown, type Token } from './parser.ts'

/** Whatever is not one space already. */
const UNEVEN_SPACE = /\s{2,}|[^\S ]/g

/** A body as its page reads: one line, single-spaced, without markup; code and the cells of tables stay as text. */
export function toPlainText(body: string): string {
  const tokens = parseMarkdown(body)
  return toLine(tokens === null ? body : tokens.map(textOf).join('\n'))
}

/** Blocks whose words are those of the source. */
const WRITTEN = new Set(['fence', 'code_block', 'math_block'])

/** One line, single-spaced. */
export function toLine(text: string): string {
  if (text.length <= PIECE) return text.replace(UNEVEN_SPACE, ' ').trim()
  const pieces: string[] = []
  for (let from = 0; from < text.length; ) {
    AFTER_SPACE.lastIndex = from + PIECE
    const to = AFTER_SPACE.test(text) ? AFTER_SPACE.lastIndex - 1 : text.length
    pieces.push(joinParts(text.slice(from, to).replace(UNEVEN_SPACE, ' ')))
    from = to
  }
  return pieces.join('').trim()
}

/** Characters in which spaces are replaced at once. */
const PIECE = 64 * 1024
/** Where a piece may end, so that what is replaced is whole. */
const AFTER_SPACE = /\s\S/g

/** Of a block that has words of its own; of every other token nothing. */
export function textOf(token: Token): string {
  if (token.type === 'inline' || token.type === 'html_text') return inlineText(token.children ?? [])
  return WRITTEN.has(token.type) ? token.content : ''
}
