import type MarkdownIt from 'markdown-it'
import type { StateCore, Token } from 'markdown-it'
import { LightToken } from '../light-token.ts'
import { isBlockTag, mayStandIn } from './html-tags.ts'

/** Tags within tags. What is deeper shows its words alone. */
const DEEPEST = 24
/** Tags of blocks that may stand among words, in the cells of a table. */
const IN_CELLS = new Set(['li', 'ol', 'ul'])

/** These end no paragraph of HTML. */
const WORDS = new Set(['html_block', 'html_text', 'html_comment'])

interface Frame {
  readonly name: string
  readonly isHtml: boolean
}

/**
 * Tags of an author become `html_open`, `html_close` and `html_empty`: whatever is open is closed, in its order and in the
 * container that it was opened in. A tag that has no other half or no place here goes; its words stay.
 */
export function addHtmlNesting(md: InstanceType<typeof MarkdownIt>): void {
  md.core.ruler.push('html_nesting', (state: StateCore) => {
    let isInCell = false
    for (const token of state.tokens) {
      if (token.type === 'td_open' || token.type === 'th_open') isInCell = true
      else if (token.type === 'td_close' || token.type === 'th_close') isInCell = false
      if (token.children?.some(({ type }) => type === 'html_tag'))
        token.children = nest(token.children, isInCell ? isInCellAllowed : isInlineAllowed)
    }
    if (state.tokens.some(({ type }) => type === 'html_tag')) state.tokens = nest(state.tokens, () => true)
  })
}

function isInlineAllowed(name: string): boolean {
  return !isBlockTag(name)
}

function isInCellAllowed(name: string): boolean {
  return !isBlockTag(name) || IN_CELLS.has(name)
}

function nest(tokens: readonly Token[], isAllowed: (name: string) => boolean): Token[] {
  const nested: Token[] = []
  const frames: Frame[] = []
  let depth = 0
  const close = () => {
    const frame = frames.pop()
    if (frame?.isHtml !== true) return
    depth -= 1
    nested.push(new LightToken('html_close', frame.name, -1))
  }
  const closeOwn = () => {
    while (frames.at(-1)?.isHtml === true) close()
  }
  for (const token of tokens) {
    const { tag, type } = token
    if (type !== 'html_tag') {
      if (token.block && token.nesting >= 0 && !WORDS.has(type) && isOpen(frames, 'p'))
        closeTo(frames, 'p', close)
      if (token.nesting < 0) {
        closeOwn()
        frames.pop()
      }
      nested.push(token)
      if (token.nesting > 0) frames.push({ name: type === 'link_open' ? 'a' : '', isHtml: false })
      continue
    }
    if (!isAllowed(tag)) continue
    if (token.meta?.role === 'closing') {
      if (isOpen(frames, tag)) closeTo(frames, tag, close)
      continue
    }
    if (isBlockTag(tag) && isOpen(frames, 'p')) closeTo(frames, 'p', close)
    if (!mayOpen(tag, frames, depth)) continue
    const isEmpty = token.meta?.role === 'empty'
    const opening = new LightToken(isEmpty ? 'html_empty' : 'html_open', tag, isEmpty ? 0 : 1)
    opening.attrs = token.attrs
    opening.map = token.map
    nested.push(opening)
    if (isEmpty) continue
    frames.push({ name: tag, isHtml: true })
    depth += 1
  }
  closeOwn()
  return nested
}

/** Whether a tag is open in the innermost container of Markdown. */
function isOpen(frames: readonly Frame[], name: string): boolean {
  for (let at = frames.length - 1; frames[at]?.isHtml === true; at -= 1)
    if (frames[at]?.name === name) return true
  return false
}

function closeTo(frames: readonly Frame[], name: string, close: () => void): void {
  for (let last = ''; last !== name; close()) last = frames.at(-1)?.name ?? name
}

function mayOpen(tag: string, frames: readonly Frame[], depth: number): boolean {
  const { name = '', isHtml = false } = frames.at(-1) ?? {}
  if (depth >= DEEPEST || !mayStandIn(tag, isHtml ? name : '')) return false
  return tag !== 'a' || frames.every((frame) => frame.name !== 'a')
}
