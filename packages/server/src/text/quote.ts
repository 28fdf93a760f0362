import { type MarkdownBlock, readMarkdown, toPlainText } from '@colophon/cli/markdown'

/** Where a body holds the words of a quotation, in bytes of the body; `end` is exclusive. */
export interface QuotePlace {
  readonly start: number
  readonly end: number
}

/**
 * Finds a quotation, both read as plain text: markup, white space and the form of quotation marks make no difference, words
 * and their order do. Answers the first place: exactly the words where they stand there as they were quoted, else the
 * blocks that hold them. Null where the body does not hold them.
 */
export function findQuote(body: string, quote: string): QuotePlace | null {
  const text = readMarkdown(body)
  const plain = evenQuotes(text.plain)
  for (const wanted of readingsOf(quote)) {
    const at = indexOfWords(plain, wanted)
    if (at < 0) continue
    const blocks = text.blocks.filter(({ plainStart, text: { length } }) => {
      return length > 0 && plainStart < at + wanted.length && plainStart + length > at
    })
    return placeIn(body, blocks, quote)
  }
  return null
}

/** As it was given, and without its own markup where it has any. */
function readingsOf(quote: string): string[] {
  const readings = [toLine(quote), toPlainText(quote)].map(evenQuotes)
  return [...new Set(readings)].filter((reading) => reading !== '')
}

function toLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/** Of every kind the one that a keyboard has. No place moves. */
function evenQuotes(text: string): string {
  return text
    .replace(/[\u2018\u2019\u201A\u201B\u2032\u2039\u203A]/g, "'")
    .replace(/[\u201C\u201D\u201E\u201F\u2033\u00AB\u00BB]/g, '"')
}

/** Letters and digits of scripts that put spaces between words. */
const SPACED =
  /^(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}])[\p{L}\p{M}\p{N}]$/u

/** The first place where these words stand whole: `art` is no quotation of `article`. */
function indexOfWords(plain: string, wanted: string): number {
  for (let at = plain.indexOf(wanted); at >= 0; at = plain.indexOf(wanted, at + 1)) {
    const end = at + wanted.length
    const cutsBefore = isSpaced(plain, at) && isSpacedBefore(plain, at)
    const cutsBehind = isSpacedBefore(plain, end) && isSpaced(plain, end)
    if (!cutsBefore && !cutsBehind) return at
  }
  return -1
}

function isSpaced(text: string, at: number): boolean {
  const point = text.codePointAt(at)
  return point !== undefined && SPACED.test(String.fromCodePoint(point))
}

function isSpacedBefore(text: string, at: number): boolean {
  return at > 0 && isSpaced(text, isLowSurrogate(text.charCodeAt(at - 1)) ? at - 2 : at - 1)
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff
}

function placeIn(body: string, blocks: readonly MarkdownBlock[], quote: string): QuotePlace {
  const [first, last] = [blocks[0], blocks.at(-1)]
  if (first === undefined || last === undefined) return { start: 0, end: Buffer.byteLength(body) }
  const source = body.slice(first.start, last.end)
  const exact = source.indexOf(quote)
  if (exact < 0 || source.indexOf(quote, exact + 1) >= 0) return { start: first.startByte, end: last.endByte }
  const start = first.startByte + Buffer.byteLength(source.slice(0, exact))
  return { start, end: start + Buffer.byteLength(quote) }
}
