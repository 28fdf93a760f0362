import MarkdownIt, { type StateCore, type Token } from 'markdown-it'
import { joinParts } from './join-parts.ts'
import { LightToken, textToken } from './light-token.ts'
import { isLinkAddress } from './link-target.ts'
import { addSyntax } from './syntax/add-syntax.ts'
import { beginCount, holdLines, spendTokens, TooManyTokens } from './token-count.ts'

export type { Renderer, Token } from 'markdown-it'

type Parser = InstanceType<typeof MarkdownIt>

/** Blocks within blocks. What is deeper would be left out in silence. */
const DEEPEST = 60

/** Says which blocks have their inline markup read; the others keep it unread. */
export type Wanted = (block: Token, opening: Token | undefined) => boolean

/** Where a block has its words in the source: the beginning of each line, behind all marks of its containers. */
interface Placed {
  readonly starts: readonly number[]
}

class PlacedBlocks extends MarkdownIt.StateBlock {
  override push(type: string, tag: string, nesting: -1 | 0 | 1): Token {
    const before = this.tokens.at(-1)
    spendTokens(1)
    const token = new LightToken(type, tag, nesting)
    token.block = true
    if (nesting < 0) this.level -= 1
    token.level = this.level
    if (nesting > 0) this.level += 1
    this.tokens.push(token)
    // Only now are the marks of the containers taken off these lines; the parser puts them back on.
    if (type === 'inline' && before?.map) token.meta = this.#placed(before.map)
    else if (before?.type === 'tr_open' && before.map) before.meta = this.#placed(before.map)
    return token
  }

  #placed([first, end]: readonly [number, number]): Placed & Record<string, unknown> {
    const starts: number[] = []
    for (let line = first; line < end; line += 1)
      starts.push((this.bMarks[line] ?? 0) + (this.tShift[line] ?? 0))
    return { starts }
  }
}

/** Inline markup whose place a reader asks for. */
const PLACED = new Set(['code_inline', 'image', 'html_tag'])

class PlacedInlines extends MarkdownIt.StateInline {
  override pushPending(): Token {
    spendTokens(1)
    const token = textToken(this.pending)
    token.level = this.pendingLevel
    this.tokens.push(token)
    this.pending = ''
    return token
  }

  override push(type: string, tag: string, nesting: -1 | 0 | 1): Token {
    if (this.pending !== '') this.pushPending()
    spendTokens(1)
    const token = new LightToken(type, tag, nesting)
    if (nesting < 0) {
      this.level -= 1
      this.delimiters = this._prev_delimiters.pop() ?? []
    }
    token.level = this.level
    const isOpening = nesting > 0
    if (isOpening) {
      this.level += 1
      this._prev_delimiters.push(this.delimiters)
      this.delimiters = []
    }
    this.pendingLevel = this.level
    this.tokens.push(token)
    this.tokens_meta.push(isOpening ? { delimiters: this.delimiters } : undefined)
    // Inline tokens have no lines; theirs says where they begin in the content of their block.
    if (PLACED.has(type)) token.map = [this.pos, this.pos]
    return token
  }
}

/** The beginnings of the lines of a block or of a row of a table, in the source. */
export function startsOf(token: Token): readonly number[] {
  return (token.meta as Placed | null)?.starts ?? []
}

/**
 * The one configuration of Markdown, of the pages and of whatever looks at a text for another reason: CommonMark,
 * tables, what `addSyntax` adds, other HTML as text, and no links of the addresses that `isLinkAddress` refuses.
 */
export function createMarkdownParser(): Parser {
  const md = createCommonParser()
  addSyntax(md)
  return md
}

function createCommonParser(): Parser {
  const md = new MarkdownIt({ html: false, xhtmlOut: true, maxNesting: DEEPEST + 1 })
  md.validateLink = isLinkAddress
  // What is shown is what stands in the source: an encoded address stays encoded, a foreign name foreign.
  md.normalizeLink = (address) => address
  md.normalizeLinkText = (address) => address
  md.block.State = PlacedBlocks
  md.inline.State = PlacedInlines
  const { tokenize } = md.block
  md.block.tokenize = (state, startLine, endLine) => {
    const lines = state.parentType === 'blockquote' ? endLine - startLine : 0
    holdLines(lines, () => tokenize.call(md.block, state, startLine, endLine))
  }
  md.inline.ruler.at('text', readPlainText)
  md.core.ruler.at('inline', readInlines)
  md.core.ruler.before('normalize', 'count', ({ src }) => {
    beginCount(src)
  })
  return md
}

/** For files that were written for other sites: HTML is markup there, and a link may lead anywhere. */
export function createForeignParser(): Parser {
  const md = createCommonParser()
  md.set({ html: true })
  md.validateLink = () => true
  return md
}

const shared = createMarkdownParser()

/**
 * The tokens of a text; null for what is nested too deep, or has too many, to be shown whole: pages show it as it is
 * written.
 */
export function parseMarkdown(body: string, wanted?: Wanted, parser = shared): Token[] | null {
  try {
    const tokens = parser.parse(body, { wanted })
    return tokens.some(({ level }) => level >= DEEPEST) ? null : tokens
  } catch (error) {
    if (error instanceof TooManyTokens) return null
    throw error
  }
}

function readInlines({ tokens, md, env }: StateCore): void {
  const wanted = env.wanted as Wanted | undefined
  for (const [place, token] of tokens.entries()) {
    if (token.type !== 'inline' || wanted?.(token, tokens[place - 1]) === false) continue
    if (HAS_MARKUP.test(token.content)) md.inline.parse(token.content, md, env, token.children ?? [])
    else token.children = wordsAlone(token.content)
  }
}

/** Whatever makes more of a text than its lines. */
const HAS_MARKUP = /[$&*<[\\_`~]|:\/\/|[ \t]\n|\n[ \t]/

/** What the library would answer as well, for most lines in a third of its time. */
function wordsAlone(content: string): Token[] {
  if (content === '') return []
  const tokens: Token[] = []
  for (const line of content.split('\n')) {
    spendTokens(tokens.length > 0 ? 2 : 1)
    if (tokens.length > 0) tokens.push(new LightToken('softbreak', 'br', 0))
    tokens.push(textToken(line))
  }
  return tokens
}

/** Where one of the inline rules may begin. The library stops at twice as many, for rules that are not in use here. */
const STOPS = new Uint8Array(128)
for (const mark of '\n!$&*:<[\\]_`~') STOPS[mark.charCodeAt(0)] = 1

function readPlainText(
  state: { src: string; pos: number; posMax: number; pending: string },
  silent: boolean,
) {
  const { src, pos, posMax } = state
  let end = pos
  while (end < posMax && (STOPS[src.charCodeAt(end)] !== 1 || isOtherColon(src, end))) end += 1
  if (end === pos) return false
  if (!silent) {
    const { length } = state.pending
    state.pending += src.slice(pos, end)
    if (length >> JOINED_BITS !== state.pending.length >> JOINED_BITS) joinParts(state.pending)
  }
  state.pos = end
  return true
}

/** Text that waits is joined after so many characters, as a power of two. */
const JOINED_BITS = 14

/** Only the colon of an address begins anything. */
function isOtherColon(src: string, at: number): boolean {
  return src.charCodeAt(at) === 0x3a && !src.startsWith('//', at + 1)
}
