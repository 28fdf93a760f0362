import { inlineText } from './inline-text.ts'
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
  return text.replace(UNEVEN_SPACE, ' ').trim()
}

/** Of a block that has words of its own; of every other token nothing. */
export function textOf(token: Token): string {
  if (token.type === 'inline' || token.type === 'html_text') return inlineText(token.children ?? [])
  return WRITTEN.has(token.type) ? token.content : ''
}
