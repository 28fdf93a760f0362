import { startsOf, type Token } from './parser.ts'

/** Says where a place of a block's content stands in the source. Asked for places in their order, it goes on from the last. */
export type Places = (at: number) => number

/** Of a paragraph or a heading. */
export function placesInLines(inline: Token, opening: Token | undefined, source: string): Places {
  const { content } = inline
  const starts = startsOf(inline)
  let line = 0
  let begin = 0
  let from = firstStart(starts[0] ?? 0, opening, source)
  let end = endOfLine(content, 0)
  return (at) => {
    for (; end < at; end = endOfLine(content, begin)) {
      line += 1
      begin = end + 1
      while (isBlank(content.charAt(begin))) begin += 1
      from = starts[line] ?? 0
    }
    return from + Math.max(0, at - begin)
  }
}

function endOfLine(content: string, from: number): number {
  const end = content.indexOf('\n', from)
  return end < 0 ? content.length : end
}

/** The words of `## Title` begin behind its marks. */
function firstStart(start: number, opening: Token | undefined, source: string): number {
  let at = start
  if (!opening?.markup.startsWith('#')) return at
  at += opening.markup.length
  while (isBlank(source.charAt(at))) at += 1
  return at
}

function isBlank(character: string): boolean {
  return character === ' ' || character === '\t'
}

/** Of the cells of a row, in their order. */
export function placesInRow(row: Token, source: string): Places[] {
  const start = startsOf(row)[0] ?? 0
  const end = source.indexOf('\n', start)
  const line = source.slice(start, end < 0 ? source.length : end)
  const text = line.trim()
  const from = start + line.length - line.trimStart().length
  const cells = splitCells(text)
  if (cells[0]?.text === '') cells.shift()
  return cells.map(({ at, text: cell }) => placesInCell(cell, from + at))
}

interface Cell {
  readonly at: number
  readonly text: string
}

/** At each pipe that is not escaped. */
function splitCells(row: string): Cell[] {
  const cells: Cell[] = []
  let at = 0
  for (let pipe = row.indexOf('|'); pipe >= 0; pipe = row.indexOf('|', pipe + 1)) {
    if (row.charAt(pipe - 1) === '\\') continue
    cells.push({ at, text: row.slice(at, pipe) })
    at = pipe + 1
  }
  return [...cells, { at, text: row.slice(at) }]
}

/** In a cell `\|` is one character. */
function placesInCell(cell: string, from: number): Places {
  let raw = cell.length - cell.trimStart().length
  let read = 0
  return (at) => {
    for (; read < at; read += 1) raw += cell.startsWith('\\|', raw) ? 2 : 1
    return from + raw
  }
}

/** A text with the line ends of Unix, of the same length: a place in it is the same place in the text. */
export function withPlainLineEnds(text: string): string {
  return text.includes('\r') ? text.replaceAll('\r\n', ' \n').replaceAll('\r', '\n') : text
}

/** Where each line begins, and the end of the text behind the last. */
export function lineStarts(source: string): number[] {
  const starts = [0]
  for (let end = source.indexOf('\n'); end >= 0; end = source.indexOf('\n', end + 1)) starts.push(end + 1)
  starts.push(source.length)
  return starts
}
