/** A fence that is open, and the block quotes and list items that it stands in: it ends where they end. */
interface Fence {
  readonly mark: string
  readonly length: number
  readonly quotes: number
  readonly column: number
}

interface Html {
  readonly end: RegExp
  readonly quotes: number
}

interface Reading {
  fence: Fence | null
  html: Html | null
  /** The list items that are open, outermost first: where their content begins. */
  readonly items: { readonly column: number; readonly quotes: number }[]
  hasParagraph: boolean
}

/** What a line begins with: block quotes and list items, and how far what follows is indented. */
interface Opening {
  /** Where the rest begins. */
  at: number
  column: number
  quotes: number
  /** The column from which indentation counts. */
  base: number
}

/** `prose` goes on with the paragraph before it, `alone` never does; HTML is neither code nor a paragraph. */
export type LineKind = 'code' | 'prose' | 'alone' | 'blank'

const FENCE = /(`{3,})[^`]*$|(~{3,})/y
const MARKER = /(?:[-*+]|(\d{1,9})[.)])(?=[ \t]|$)/y
const RULE = /^([-*_])(?:[ \t]*\1){2,}[ \t]*$/
const HEADING = /^(?:#{1,6}(?:[ \t]|$)|\||=+[ \t]*$|-+[ \t]*$)/
const BLANK = /^[ \t>]*$/
const BLOCK_TAG =
  /^<\/?(?:address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul)(?:[ \t]|\/?>|$)/i
const LONE_TAG = /^<\/?[a-z][a-z0-9-]*(?:[ \t][^<>]*)?>[ \t]*$/i

/** The blocks of HTML of CommonMark: how each begins, and what ends it. */
const HTML: readonly (readonly [begin: RegExp, end: RegExp])[] = [
  [/^<(?:pre|script|style|textarea)(?:[ \t>]|$)/i, /<\/(?:pre|script|style|textarea)>/i],
  [/^<!--/, /-->/],
  [/^<\?/, /\?>/],
  [/^<![a-z]/i, />/],
  [/^<!\[CDATA\[/, /\]\]>/],
  [BLOCK_TAG, BLANK],
]

/**
 * Says of each line, in their order, whether it is code. As CommonMark has it, but for what is rare, where a line is
 * rather taken for prose: a rule then sees more, not less. Linear in the text.
 */
export function createLineReader(): (line: string) => LineKind {
  const reading: Reading = { fence: null, html: null, items: [], hasParagraph: false }
  return (line) => readLine(reading, line)
}

function readLine(reading: Reading, line: string): LineKind {
  const { fence, html } = reading
  if (fence !== null && staysIn(fence, line)) {
    if (closes(fence, line)) reading.fence = null
    return 'code'
  }
  reading.fence = null
  if (html !== null && quotesOf(line, html.quotes).quotes === html.quotes) {
    if (html.end.test(line)) reading.html = null
    return 'alone'
  }
  reading.html = null
  if (BLANK.test(line)) {
    reading.hasParagraph = false
    return 'blank'
  }
  return readBlock(reading, line)
}

function readBlock(reading: Reading, line: string): LineKind {
  const opening = openingOf(reading, line)
  const rest = line.slice(opening.at)
  if (opening.column - opening.base >= 4) return reading.hasParagraph ? 'prose' : 'code'
  const run = fenceRun(opening, line)
  const end = endOfHtml(rest, reading.hasParagraph)
  const isAlone = run !== null || end !== null || rest === '' || HEADING.test(rest) || RULE.test(rest)
  // What interrupts a paragraph does so where it stands: the items that it is not indented for are over.
  if (isAlone) closeItems(reading, opening)
  reading.hasParagraph = !isAlone
  if (end !== null && !end.test(rest)) reading.html = { end, quotes: opening.quotes }
  if (run !== null) reading.fence = openFence(reading, opening, run)
  return run !== null ? 'code' : isAlone ? 'alone' : 'prose'
}

/** Takes block quotes and list items off the line, and closes the items that it is not indented for. */
function openingOf(reading: Reading, line: string): Opening {
  const opening = quotesOf(line, Number.POSITIVE_INFINITY)
  if (!reading.hasParagraph) closeItems(reading, opening)
  let isRule: boolean | null = null
  for (;;) {
    opening.base = Math.max(opening.base, itemBase(reading, opening))
    if (opening.column - opening.base >= 4) return opening
    isRule ??= RULE.test(line.slice(opening.at))
    if (isRule || !takeItem(reading, opening, line)) return opening
    takeQuotes(opening, line, Number.POSITIVE_INFINITY)
  }
}

function closeItems({ items }: Reading, { column, quotes }: Opening): void {
  for (let last = items.at(-1); last !== undefined; last = items.at(-1)) {
    if (last.quotes <= quotes && last.column <= column) return
    items.pop()
  }
}

function itemBase({ items }: Reading, { quotes, column }: Opening): number {
  const last = items.at(-1)
  return last !== undefined && last.quotes <= quotes && last.column <= column ? last.column : 0
}

function takeItem(reading: Reading, opening: Opening, line: string): boolean {
  MARKER.lastIndex = opening.at
  const marker = MARKER.exec(line)
  if (marker === null) return false
  // In a paragraph a line that happens to begin with a number, such as a year, begins no list.
  if (reading.hasParagraph && marker[1] !== undefined && Number(marker[1]) !== 1) return false
  if (reading.hasParagraph) closeItems(reading, opening)
  reading.hasParagraph = false
  const end = opening.column + marker[0].length
  opening.at += marker[0].length
  opening.column = end
  skipSpace(opening, line)
  const isFar = opening.column - end > 4 || opening.at === line.length
  reading.items.push({ column: isFar ? end + 1 : opening.column, quotes: opening.quotes })
  return true
}

function quotesOf(line: string, most: number): Opening {
  const opening = { at: 0, column: 0, quotes: 0, base: 0 }
  takeQuotes(opening, line, most)
  return opening
}

function takeQuotes(opening: Opening, line: string, most: number): void {
  skipSpace(opening, line)
  while (opening.quotes < most && line.charAt(opening.at) === '>') {
    opening.quotes += 1
    opening.at += 1
    opening.column += 1
    opening.base = opening.column + (/[ \t]/.test(line.charAt(opening.at)) ? 1 : 0)
    skipSpace(opening, line)
  }
}

/** A tab goes on to the next column of four. */
function skipSpace(opening: Opening, line: string): void {
  for (; ; opening.at += 1) {
    const char = line.charAt(opening.at)
    if (char === ' ') opening.column += 1
    else if (char === '\t') opening.column += 4 - (opening.column % 4)
    else return
  }
}

function fenceRun({ at }: Opening, line: string): string | null {
  FENCE.lastIndex = at
  const found = FENCE.exec(line)
  return found?.[1] ?? found?.[2] ?? null
}

function openFence({ items }: Reading, { quotes }: Opening, run: string): Fence {
  return { mark: run.charAt(0), length: run.length, quotes, column: items.at(-1)?.column ?? 0 }
}

/** A fence ends with the block quote or the list item that it stands in. */
function staysIn(fence: Fence, line: string): boolean {
  const { at, column, quotes } = quotesOf(line, fence.quotes)
  return quotes === fence.quotes && (column >= fence.column || at === line.length)
}

function closes(fence: Fence, line: string): boolean {
  const { at, column } = quotesOf(line, fence.quotes)
  const rest = line.slice(at).trimEnd()
  return column - fence.column < 4 && rest.length >= fence.length && rest === fence.mark.repeat(rest.length)
}

function endOfHtml(rest: string, isInParagraph: boolean): RegExp | null {
  if (!rest.startsWith('<')) return null
  const found = HTML.find(([begin]) => begin.test(rest))
  if (found !== undefined) return found[1]
  return !isInParagraph && LONE_TAG.test(rest) ? BLANK : null
}
