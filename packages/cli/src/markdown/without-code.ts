import { createInlineReader, endOfCode } from './inlines.ts'
import { parseMarkdown } from './parser.ts'
import { lineStarts, withPlainLineEnds } from './places.ts'

/**
 * The text with a space for each character that its page shows as code, fenced, indented or inline. Nothing moves.
 * A page that shows a text as it is written shows no code.
 */
export function withoutCode(text: string): string {
  const source = withPlainLineEnds(text)
  const tokens = parseMarkdown(source, ({ content }) => content.includes('`'))
  if (tokens === null) return text
  const lines = lineStarts(source)
  const inlineOf = createInlineReader(source)
  const pieces: string[] = []
  let taken = 0
  const blank = (from: number, to: number) => {
    pieces.push(text.slice(taken, from), text.slice(from, to).replace(/[^\r\n]/g, ' '))
    taken = to
  }
  tokens.forEach((token, place) => {
    if ((token.type === 'fence' || token.type === 'code_block') && token.map)
      blank(lines[token.map[0]] ?? 0, lines[token.map[1]] ?? source.length)
    const inline = inlineOf(token, tokens[place - 1])
    const code = inline?.children.filter(({ type }) => type === 'code_inline') ?? []
    if (inline === null || code.length === 0) return
    const placeOf = inline.places()
    for (const span of code)
      blank(placeOf(span.map?.[0] ?? 0), placeOf(endOfCode(inline.content, span) - 1) + 1)
  })
  pieces.push(text.slice(taken))
  return pieces.join('')
}
