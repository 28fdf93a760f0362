import { withoutInlineMarkup } from './inline-markup.ts'

interface Block {
  text: string
  isCode: boolean
}

interface Fence {
  mark: string
  length: number
  isQuoted: boolean
}

interface Reading {
  readonly blocks: Block[]
  readonly labels: Set<string>
  paragraph: string[]
  fence: Fence | null
  /** What closes the block of raw HTML that is not shown. */
  hiddenUntil: RegExp | null
  isTable: boolean
  isList: boolean
}

const MARKER = /[ \t]*(?:>|([-*+]|\d{1,9}[.)])(?=[ \t]|$))/y
const FENCE = /^[ \t]*(`{3,}(?=[^`]*$)|~{3,})/
const RULE = /^[ \t]*(?:=+|([-*_])(?:[ \t]*\1)*)[ \t]*$/
const HEADING = /^[ \t]*#{1,6}(?=[ \t]|$)/
const INDENTED = /^(?: {4}| {0,3}\t)/
const TASK = /^[ \t]*\[[ xX]\](?=[ \t])/
const DEFINITION = /^[ \t]{0,3}\[([^[\]]{1,999})\]:(.*)$/
/** Whatever is not one space already. */
const UNEVEN_SPACE = /\s{2,}|[^\S ]/g
const TABLE_RULE = /^[ \t|:-]+$/
const HIDDEN: readonly [RegExp, RegExp][] = [
  [/^[ \t]*<!--/, /-->/],
  [/^[ \t]*<script[\s>]/i, /<\/script>/i],
  [/^[ \t]*<style[\s>]/i, /<\/style>/i],
]

/**
 * A body as a reader would hear it read: one line, single-spaced, without markup; code and the cells of
 * tables stay as text. Linear in the text.
 */
export function toPlainText(markdown: string): string {
  const reading: Reading = {
    blocks: [],
    labels: new Set(),
    paragraph: [],
    fence: null,
    hiddenUntil: null,
    isTable: false,
    isList: false,
  }
  for (const line of linesOf(markdown)) readLine(reading, line)
  endParagraph(reading)
  const isLabel = (label: string) => reading.labels.has(foldLabel(label))
  const texts = reading.blocks.map(({ text, isCode }) => (isCode ? text : withoutInlineMarkup(text, isLabel)))
  return texts.join('\n').replace(UNEVEN_SPACE, ' ').trim()
}

function linesOf(markdown: string): string[] {
  return markdown.split(markdown.includes('\r') ? /\r\n|\n|\r/ : '\n')
}

function readLine(reading: Reading, line: string): void {
  if (reading.fence !== null) readCode(reading, reading.fence, line)
  else if (reading.hiddenUntil !== null) readHidden(reading, line)
  else if (beginsWithLetter(line)) readPlain(reading, line)
  else if (line.trim() === '') endParagraph(reading)
  else if (isCodeBlock(reading, line)) reading.blocks.push({ text: line, isCode: true })
  else readText(reading, line)
}

function beginsWithLetter(line: string): boolean {
  const code = line.charCodeAt(0) | 0x20
  return code >= 0x61 && code <= 0x7a
}

/** Most lines are prose: no marker, rule, heading, fence, definition or indented code begins with a letter. */
function readPlain(reading: Reading, line: string): void {
  if (reading.paragraph.length === 0) reading.isList = false
  if (reading.isTable) readAlone(reading, withoutPipes(line))
  else reading.paragraph.push(line)
}

function readCode(reading: Reading, fence: Fence, line: string): void {
  const text = (fence.isQuoted ? line.replace(/^[ \t]*(?:>[ \t]?)*/, '') : line).trim()
  const isEnd = text.length >= fence.length && text === fence.mark.repeat(text.length)
  if (isEnd) reading.fence = null
  else reading.blocks.push({ text, isCode: true })
}

function readHidden(reading: Reading, line: string): void {
  if (reading.hiddenUntil?.test(line)) reading.hiddenUntil = null
}

function isCodeBlock(reading: Reading, line: string): boolean {
  return reading.paragraph.length === 0 && !reading.isList && INDENTED.test(line)
}

function readText(reading: Reading, line: string): void {
  if (reading.isList && reading.paragraph.length === 0 && !/^[ \t]/.test(line)) reading.isList = false
  if (RULE.test(line)) {
    endParagraph(reading)
    return
  }
  const markers = markersOf(line)
  const rest = line.slice(markers.length).replace(TASK, '')
  if (markers.isItem) {
    endParagraph(reading)
    reading.isList = true
  }
  const hidden = HIDDEN.find(([start]) => start.test(rest))
  if (hidden !== undefined) hide(reading, hidden[1], rest)
  else if (!openFence(reading, rest, markers.isQuoted) && !readDefinition(reading, rest))
    readProse(reading, rest)
}

/** The block quotes and list items that a line opens. */
function markersOf(line: string): { length: number; isItem: boolean; isQuoted: boolean } {
  const markers = { length: 0, isItem: false, isQuoted: false }
  MARKER.lastIndex = 0
  for (let match = MARKER.exec(line); match !== null; match = MARKER.exec(line)) {
    markers.length = MARKER.lastIndex
    if (match[1] === undefined) markers.isQuoted = true
    else markers.isItem = true
  }
  return markers
}

function hide(reading: Reading, end: RegExp, rest: string): void {
  endParagraph(reading)
  if (!end.test(rest)) reading.hiddenUntil = end
  else reading.blocks.push({ text: rest.slice(rest.search(end)).replace(end, ''), isCode: false })
}

function openFence(reading: Reading, rest: string, isQuoted: boolean): boolean {
  const run = FENCE.exec(rest)?.[1]
  if (run === undefined) return false
  endParagraph(reading)
  reading.fence = { mark: run.charAt(0), length: run.length, isQuoted }
  return true
}

/** A link's definition is not read; a footnote's text is. */
function readDefinition(reading: Reading, rest: string): boolean {
  const [, label, text = ''] = DEFINITION.exec(rest) ?? []
  if (label === undefined) return false
  reading.labels.add(foldLabel(label))
  endParagraph(reading)
  if (label.startsWith('^')) reading.paragraph.push(text)
  return true
}

function readProse(reading: Reading, rest: string): void {
  if (TABLE_RULE.test(rest) && rest.includes('|') && rest.includes('-')) {
    const header = reading.paragraph.pop()
    if (header !== undefined) reading.paragraph.push(withoutPipes(header))
    reading.isTable = true
  } else if (reading.isTable) {
    readAlone(reading, withoutPipes(rest))
  } else if (HEADING.test(rest)) {
    endParagraph(reading)
    readAlone(reading, withoutClosing(rest.replace(HEADING, '')))
  } else {
    reading.paragraph.push(rest)
  }
}

/** Emphasis and brackets do not reach from one row or heading into the next. */
function readAlone(reading: Reading, text: string): void {
  const { isTable } = reading
  endParagraph(reading)
  reading.blocks.push({ text, isCode: false })
  reading.isTable = isTable
}

function endParagraph(reading: Reading): void {
  if (reading.paragraph.length > 0) reading.blocks.push({ text: reading.paragraph.join('\n'), isCode: false })
  reading.paragraph = []
  reading.isTable = false
}

function withoutPipes(row: string): string {
  return row.replace(/\\?\|/g, (pipe) => (pipe === '|' ? ' ' : '|'))
}

/** Without the `#` that may close a heading. A loop: a pattern at the end of a line would be quadratic. */
function withoutClosing(heading: string): string {
  const text = heading.trimEnd()
  let end = text.length
  while (text.charAt(end - 1) === '#') end -= 1
  return end === 0 || /\s/.test(text.charAt(end - 1)) ? text.slice(0, end) : text
}

function foldLabel(label: string): string {
  return label.replace(/\s+/g, ' ').trim().toLowerCase()
}
