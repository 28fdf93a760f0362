import type { Place, TextBlock } from '../../text/outline.ts'

type Kind = TextBlock['kind']

const SENTENCE_END = /[.!?…]["'”’)\]]*(?=\s)|[。！？]/g
const BLANK_LINE = /\n[ \t]*(?=\n)/g
const LINE_END = /\n/g
const SPACE = /\s/g

/** Where a block that is too long may be cut, best first: only in the second half of what a piece may hold. */
const CUTS: Readonly<Record<Kind, readonly RegExp[]>> = {
  heading: [SPACE],
  paragraph: [SENTENCE_END, LINE_END, SPACE],
  code: [BLANK_LINE, LINE_END, SPACE],
  table: [LINE_END, SPACE],
  rule: [SPACE],
}

/** The pieces of a block, each of at most so many bytes and without white space at its end. */
export function cutBlock(text: string, block: TextBlock, mostBytes: number): Place[] {
  const whole = withoutEnd(text, block)
  if (whole.end - whole.start <= mostBytes) return whole.end > whole.start ? [whole] : []
  const pieces: Place[] = []
  let { start, textStart } = whole
  while (textStart < whole.textEnd) {
    const textEnd = endOfPiece(text, { textStart, textEnd: whole.textEnd }, { kind: block.kind, mostBytes })
    const end = start + Buffer.byteLength(text.slice(textStart, textEnd))
    pieces.push(withoutEnd(text, { start, end, textStart, textEnd }))
    const next = beginOfText(text, textEnd, whole.textEnd)
    start = end + Buffer.byteLength(text.slice(textEnd, next))
    textStart = next
  }
  return pieces.filter((piece) => piece.end > piece.start)
}

function endOfPiece(
  text: string,
  { textStart, textEnd }: Pick<Place, 'textStart' | 'textEnd'>,
  { kind, mostBytes }: { kind: Kind; mostBytes: number },
): number {
  let end = Math.min(textEnd, textStart + mostBytes)
  for (let over = bytesOver(text, textStart, end, mostBytes); over > 0; ) {
    // A unit has at most three bytes.
    end -= Math.ceil(over / 3)
    over = bytesOver(text, textStart, end, mostBytes)
  }
  if (end === textEnd) return end
  const from = textStart + Math.floor((end - textStart) / 2)
  for (const cut of CUTS[kind]) {
    const last = [...text.slice(from, end).matchAll(cut)].at(-1)
    if (last !== undefined) return from + last.index + last[0].length
  }
  return isInPair(text, end) ? end - 1 : end
}

function bytesOver(text: string, start: number, end: number, mostBytes: number): number {
  return Buffer.byteLength(text.slice(start, end)) - mostBytes
}

function isInPair(text: string, at: number): boolean {
  return (text.charCodeAt(at) & 0xfc00) === 0xdc00 && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800
}

/** Of one byte each. */
function isBlank(text: string, at: number): boolean {
  const character = text.charAt(at)
  return character === '\n' || character === ' ' || character === '\t'
}

function withoutEnd(text: string, { start, end, textStart, textEnd }: Place): Place {
  let blanks = 0
  while (textEnd - blanks > textStart && isBlank(text, textEnd - blanks - 1)) blanks += 1
  return { start, end: end - blanks, textStart, textEnd: textEnd - blanks }
}

/** Blank lines and the space between sentences belong to no piece; what a line is indented by does. */
function beginOfText(text: string, from: number, end: number): number {
  let at = from
  while (at < end && isBlank(text, at)) at += 1
  const line = text.lastIndexOf('\n', at - 1) + 1
  return line >= from ? line : at
}
