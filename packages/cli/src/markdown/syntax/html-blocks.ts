import type MarkdownIt from 'markdown-it'
import type { StateBlock } from 'markdown-it'
import { LightToken, textToken } from '../light-token.ts'
import { spendTokens } from '../token-count.ts'
import { endOfComment, findEnd, writeTag } from './html-inline.ts'
import { htmlTagAt, isBlockTag } from './html-tags.ts'

const COMMENT = '<!--'
const HEADING = /^[ \t]*<(h[1-6])(?=[\s>])/i
/** Lines of a comment or of code that is written as HTML. */
const MOST_LINES = 2000
/** Lines of one heading. */
const MOST_HEADING_LINES = 20

/**
 * Lines that begin with a tag of a block, up to an empty line, and lines that begin with a comment, up to its end. They become
 * tags, headings and `html_text`; before the words of each stretch stands an `html_block` with its lines.
 */
export function addHtmlBlocks(md: InstanceType<typeof MarkdownIt>): void {
  md.block.ruler.at('html_block', readBlock, {
    alt: ['paragraph', 'reference', 'blockquote', 'footnote_def'],
  })
}

function readBlock(state: StateBlock, first: number, end: number, silent: boolean): boolean {
  if ((state.sCount[first] ?? 0) - state.blkIndent >= 4) return false
  const opening = lineOf(state, first)
  if (!opening.startsWith('<')) return false
  const isComment = opening.startsWith(COMMENT)
  if (!isComment && !isBlockTag(htmlTagAt(opening, 0)?.name ?? '')) return false
  if (!isComment && silent) return true
  const last = isComment ? endOfCommentLines(state, first, end) : endOfLines(state, first, end, opening)
  if (last === null) return false
  if (silent) return true
  const lines = Array.from({ length: last - first }, (_, index) => lineOf(state, first + index))
  writeLines(state, first, lines)
  state.line = last
  return true
}

function startOf(state: StateBlock, line: number): number {
  return (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0)
}

function lineOf(state: StateBlock, line: number): string {
  return state.src.slice(startOf(state, line), state.eMarks[line])
}

function isOutside(state: StateBlock, line: number): boolean {
  return !state.isEmpty(line) && (state.sCount[line] ?? 0) < state.blkIndent
}

/** Behind the line that holds a place; null where that is outside of the container, or far away. */
function lineBehind(state: StateBlock, first: number, end: number, place: number): number | null {
  if (place < 0 || place > (state.eMarks[end - 1] ?? 0)) return null
  const most = Math.min(end, first + MOST_LINES)
  for (let line = first; line < most && (line === first || !isOutside(state, line)); line += 1)
    if ((state.eMarks[line] ?? 0) >= place) return line + 1
  return null
}

/** Null for a comment that does not end in its container: it is text. */
function endOfCommentLines(state: StateBlock, first: number, end: number): number | null {
  return lineBehind(state, first, end, endOfComment(state.src, startOf(state, first)))
}

function endOfLines(state: StateBlock, first: number, end: number, opening: string): number {
  const isPre = /^<pre[\s>]/i.test(opening)
  const whole = isPre
    ? lineBehind(state, first, end, findEnd(state.src, '</pre>', startOf(state, first)))
    : null
  if (whole !== null) return whole
  let line = first + 1
  while (line < end && !state.isEmpty(line) && !isOutside(state, line)) line += 1
  return line
}

function writeLines(state: StateBlock, first: number, lines: readonly string[]): void {
  for (let line = 0, from = 0; line <= lines.length; line += 1) {
    const heading = HEADING.exec(lines[line] ?? '')?.[1]
    const behind = heading === undefined ? null : endOfHeading(lines, line, heading)
    if (behind === null && line < lines.length) continue
    writeStretch(state, lines.slice(from, line).join('\n'), [first + from, first + line])
    if (behind === null || heading === undefined) return
    writeHeading(state, lines.slice(line, behind).join('\n'), [first + line, first + behind])
    from = behind
    line = behind - 1
  }
}

/** Behind the line that ends with the closing tag; null where other things stand there too. */
function endOfHeading(lines: readonly string[], first: number, name: string): number | null {
  const closing = `</${name.toLowerCase()}>`
  const most = Math.min(lines.length, first + MOST_HEADING_LINES)
  for (let line = first; line < most; line += 1) {
    const text = (lines[line] ?? '').trimEnd().toLowerCase()
    if (text.includes(closing))
      return text.indexOf(closing) === text.length - closing.length ? line + 1 : null
  }
  return null
}

function writeHeading(state: StateBlock, html: string, map: [number, number]): void {
  const start = html.indexOf('<')
  const tag = htmlTagAt(html, start)
  if (tag === null) return
  const opening = state.push('heading_open', tag.name, 1)
  opening.map = map
  opening.markup = '<'
  opening.meta = { attributes: tag.attributes }
  const words = state.push('html_text', '', 0)
  words.map = map
  words.children = readStretch(state.md, html.slice(start + tag.length, html.lastIndexOf('</'))).filter(
    ({ type, tag }) => type !== 'html_tag' || !isBlockTag(tag),
  )
  state.push('heading_close', tag.name, -1).markup = '<'
}

/** Tags of blocks stand between the blocks; the rest are words. */
function writeStretch(state: StateBlock, html: string, map: [number, number]): void {
  let words: LightToken[] = []
  let isBegun = false
  const end = () => {
    if (words.some(({ type }) => type !== 'softbreak')) {
      if (!isBegun) state.push('html_block', '', 0).map = map
      isBegun = true
      const text = state.push('html_text', '', 0)
      text.children = words
      text.map = map
    }
    words = []
  }
  for (const token of readStretch(state.md, html)) {
    if (token.type !== 'html_tag' || !isBlockTag(token.tag)) {
      words.push(token)
      continue
    }
    end()
    const tag = state.push('html_tag', token.tag, 0)
    tag.attrs = token.attrs
    tag.meta = token.meta
  }
  end()
}

const ENTITY = /&(?:#x[0-9a-f]{1,6}|#\d{1,7}|[a-z][a-z0-9]{1,31});/gi

/** Words, line ends, tags and comments of a piece of HTML. No Markdown is read in it. */
function readStretch(md: StateBlock['md'], html: string): LightToken[] {
  const tokens: LightToken[] = []
  let from = 0
  const write = (end: number) => {
    for (const [turn, line] of html.slice(from, end).split('\n').entries()) {
      spendTokens(2)
      if (turn > 0) tokens.push(new LightToken('softbreak', 'br', 0))
      if (line !== '') tokens.push(textToken(line.replace(ENTITY, (entity) => md.utils.unescapeAll(entity))))
    }
  }
  for (let at = html.indexOf('<'); at >= 0; ) {
    const comment = html.startsWith(COMMENT, at) ? endOfComment(html, at) : -1
    const tag = comment < 0 ? htmlTagAt(html, at) : null
    const end = comment < 0 ? at + (tag?.length ?? 0) : comment
    if (end > at) {
      write(at)
      spendTokens(1)
      const token = new LightToken(tag === null ? 'html_comment' : 'html_tag', tag?.name ?? '', 0)
      if (tag === null) token.content = html.slice(at, end)
      else writeTag(token, tag)
      tokens.push(token)
      from = end
    }
    at = html.indexOf('<', Math.max(end, at + 1))
  }
  write(html.length)
  return tokens
}
