import { parseMarkdown, type Token, type Wanted } from './parser.ts'
import { lineStarts, withPlainLineEnds } from './places.ts'
import { textOf, toLine } from './plain-text.ts'

/** A block that holds words of its own, as the page shows it. */
export interface MarkdownBlock {
  readonly kind: 'heading' | 'paragraph' | 'code' | 'table' | 'rule'
  /** 1 to 6 of a heading, else 0. */
  readonly level: number
  /** The quotes and list items that it stands in, outermost first. */
  readonly within: readonly ('quote' | 'item')[]
  /** Its first line, counted from 0, and the one behind its last. */
  readonly startLine: number
  readonly endLine: number
  /** These lines in UTF-16 units and in bytes of the body. */
  readonly start: number
  readonly end: number
  readonly startByte: number
  readonly endByte: number
  /** Its words, as one line. */
  readonly text: string
  /** Where these begin in the plain text. */
  readonly plainStart: number
}

export interface MarkdownHeading extends MarkdownBlock {
  readonly kind: 'heading'
}

export interface MarkdownText {
  readonly blocks: readonly MarkdownBlock[]
  readonly headings: readonly MarkdownHeading[]
  /** What `toPlainText` answers: the words of all blocks. */
  readonly plain: string
}

type Open = Omit<MarkdownBlock, 'text' | 'plainStart' | 'startByte' | 'endByte'>
type Kind = MarkdownBlock['kind']

const KINDS: Readonly<Record<string, Kind>> = {
  heading_open: 'heading',
  paragraph_open: 'paragraph',
  html_block: 'paragraph',
  math_block: 'paragraph',
  table_open: 'table',
  fence: 'code',
  code_block: 'code',
  hr: 'rule',
}
const CONTAINERS: Readonly<Record<string, 'quote' | 'item'>> = {
  blockquote_open: 'quote',
  list_item_open: 'item',
}

/**
 * The blocks of a body, in its order. What is nested too deep to be shown as Markdown is one block of code, as its page
 * shows it.
 */
export function readMarkdown(body: string): MarkdownText {
  const source = withPlainLineEnds(body)
  const lines = lineStarts(source)
  const tokens = parseMarkdown(source)
  const opened = tokens === null ? [asWritten(source, lines)] : readBlocks(tokens, lines)
  const bytesBefore = createByteCounter(body)
  let plain = ''
  const blocks = opened.map(([block, words]): MarkdownBlock => {
    const text = toLine(words)
    const gap = plain === '' || text === '' ? '' : ' '
    const plainStart = plain.length + gap.length
    plain += gap + text
    const startByte = bytesBefore(block.start)
    return { ...block, startByte, endByte: bytesBefore(block.end), text, plainStart }
  })
  return { blocks, headings: blocks.filter(isHeading), plain }
}

/** A block and its place. Only headings have words. */
export type OutlineBlock = Pick<
  MarkdownBlock,
  'kind' | 'level' | 'within' | 'start' | 'end' | 'startByte' | 'endByte' | 'text'
>

/** The blocks of a body without their inline markup, which takes most of the time of a whole reading. */
export function readOutline(body: string): OutlineBlock[] {
  const source = withPlainLineEnds(body)
  const lines = lineStarts(source)
  const tokens = parseMarkdown(source, isHeadingText)
  const opened = tokens === null ? [asWritten(source, lines)] : readBlocks(tokens, lines)
  const bytesBefore = createByteCounter(body)
  return opened.map(([{ kind, level, within, start, end }, words]) => {
    const startByte = bytesBefore(start)
    const text = kind === 'heading' ? toLine(words) : ''
    return { kind, level, within, start, end, startByte, endByte: bytesBefore(end), text }
  })
}

const isHeadingText: Wanted = (_block, opening) => opening?.type === 'heading_open'

/** The headings alone, without their bytes: whatever else a body has is not read. */
export function readHeadings(body: string): Pick<MarkdownHeading, 'level' | 'start' | 'text'>[] {
  const source = withPlainLineEnds(body)
  const tokens = parseMarkdown(source, isHeadingText) ?? []
  const lines = lineStarts(source)
  return readBlocks(
    tokens.filter(({ type }, place) => isOfHeading(type, tokens[place - 1])),
    lines,
  ).map(([{ level, start }, words]) => ({ level, start, text: toLine(words) }))
}

function isOfHeading(type: string, before: Token | undefined): boolean {
  const isText = type === 'inline' || type === 'html_text'
  return type === 'heading_open' || (isText && before?.type === 'heading_open')
}

function isHeading(block: MarkdownBlock): block is MarkdownHeading {
  return block.kind === 'heading'
}

function asWritten(source: string, lines: readonly number[]): [Open, string] {
  const block = { kind: 'code', level: 0, within: [], startLine: 0, endLine: lines.length - 1 } as const
  return [{ ...block, start: 0, end: source.length }, source]
}

function readBlocks(tokens: readonly Token[], lines: readonly number[]): [Open, string][] {
  const blocks: [Open, string][] = []
  let within: readonly ('quote' | 'item')[] = []
  for (const token of tokens) {
    const container = CONTAINERS[token.type]
    const kind = KINDS[token.type]
    if (container !== undefined) within = [...within, container]
    else if (token.type === 'blockquote_close' || token.type === 'list_item_close')
      within = within.slice(0, -1)
    else if (kind !== undefined) blocks.push([openBlock(token, kind, within, lines), ''])
    const last = blocks.at(-1)
    const text = textOf(token)
    if (last !== undefined && text !== '') last[1] += last[1] === '' ? text : `\n${text}`
  }
  return blocks
}

function openBlock({ map, tag }: Token, kind: Kind, within: Open['within'], lines: readonly number[]): Open {
  const [startLine, endLine] = map ?? [0, 0]
  const level = kind === 'heading' ? Number(tag.slice(1)) : 0
  return { kind, level, within, startLine, endLine, start: lines[startLine] ?? 0, end: lines[endLine] ?? 0 }
}

/** Counts the bytes before a place. Asked for places in their order, it counts each once. */
function createByteCounter(body: string): (at: number) => number {
  let bytes = 0
  let counted = 0
  return (at) => {
    bytes += Buffer.byteLength(body.slice(counted, at))
    counted = at
    return bytes
  }
}
