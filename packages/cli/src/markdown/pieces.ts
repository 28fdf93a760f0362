import { createInlineReader, endOfCode } from './inlines.ts'
import { parseMarkdown, type Token } from './parser.ts'
import { lineStarts, withPlainLineEnds } from './places.ts'

/** A part of a text that its page shows as code, or that leads somewhere. */
export interface MarkdownPiece {
  readonly kind: 'block' | 'inline' | 'link'
  /** Where it stands in the text, in UTF-16 units; of a link: where its address stands, or else its block. */
  readonly at: number
  /** Of code: behind its last character. Of a link: the end of its block. */
  readonly end: number
  /** The first word behind the fence, in small letters; '' without one. Of a link: its address. */
  readonly info: string
}

/** The code of a text and its links, block by block. A text that is nested too deep is one block of code, as its page shows it. */
export function piecesIn(text: string): MarkdownPiece[] {
  const source = withPlainLineEnds(text)
  const tokens = parseMarkdown(source)
  if (tokens === null) return [{ kind: 'block', at: 0, end: text.length, info: '' }]
  const lines = lineStarts(source)
  const inlineOf = createInlineReader(source)
  const pieces: MarkdownPiece[] = []
  tokens.forEach((token, place) => {
    if (token.type === 'fence' || token.type === 'code_block') pieces.push(blockOf(token, lines))
    const inline = inlineOf(token, tokens[place - 1])
    if (inline === null) return
    const found = inline.children.filter(({ type }) => type === 'code_inline' || type === 'link_open')
    if (found.length === 0) return
    const [at, end] = rangeOf(token.map ?? tokens[place - 1]?.map ?? null, lines)
    const placeOf = inline.places()
    const placeOfLink = createFinder(source.slice(at, end))
    for (const child of found)
      if (child.type === 'code_inline') {
        const from = placeOf(child.map?.[0] ?? 0)
        const behind = placeOf(endOfCode(inline.content, child) - 1) + 1
        pieces.push({ kind: 'inline', at: from, end: behind, info: '' })
      } else {
        const info = String(child.attrGet('href') ?? '')
        pieces.push({ kind: 'link', at: at + placeOfLink(info), end, info })
      }
  })
  return pieces
}

function blockOf({ map, info }: Token, lines: readonly number[]): MarkdownPiece {
  const [at, end] = rangeOf(map, lines)
  return {
    kind: 'block',
    at,
    end,
    info:
      info
        .trim()
        .split(/[\s{,]/, 1)[0]
        ?.toLowerCase() ?? '',
  }
}

function rangeOf(map: readonly [number, number] | null, lines: readonly number[]): [number, number] {
  const [first, last] = map ?? [0, 0]
  return [lines[first] ?? 0, lines[last] ?? lines.at(-1) ?? 0]
}

/** Addresses that are written otherwise than they are read: after so many in one block no other is looked for. */
const MOST_MISSES = 8

/** Says where an address stands in a block, each behind the last; one that is written otherwise has the place of the last. */
function createFinder(block: string): (address: string) => number {
  let last = 0
  let misses = 0
  return (address) => {
    if (address === '' || misses >= MOST_MISSES) return last
    const found = block.indexOf(address, last)
    if (found < 0) misses += 1
    else last = found
    return last
  }
}
