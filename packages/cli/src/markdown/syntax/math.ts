import type MarkdownIt from 'markdown-it'
import type { StateBlock, StateCore, StateInline } from 'markdown-it'

const DOLLAR = 0x24
/** A bound, so that a text of dollars is read in linear time. */
const LONGEST_INLINE = 1000
/** Not `US$5`, not `$ x`, not `$5 and $6`: as GitHub tells a formula from prices. */
const INLINE = /\$(?![\s$])((?:[^$\\]|\\[\s\S])*?)(?<!\s)\$(?![\p{L}\p{N}$])/uy
const INLINE_OF_TWO = /\$\$(?![\s$])((?:[^$\\]|\\[\s\S])+?)\$\$(?!\$)/uy
const WORD_BEFORE = /[\p{L}\p{N}$\\]$/u

/** `$x$`, `$$x$$` in a line or in lines of its own, and fences of `math`. */
export function addMath(md: InstanceType<typeof MarkdownIt>): void {
  md.inline.ruler.after('escape', 'math_inline', readInline)
  md.block.ruler.after('fence', 'math_block', readBlock)
  md.core.ruler.after('block', 'math_fence', ({ tokens }: StateCore) => {
    for (const token of tokens)
      if (token.type === 'fence' && token.info.trim().toLowerCase() === 'math') token.type = 'math_block'
  })
}

function readInline(state: StateInline, silent: boolean): boolean {
  const { src, pos, posMax } = state
  if (src.charCodeAt(pos) !== DOLLAR || WORD_BEFORE.test(src.slice(Math.max(0, pos - 2), pos))) return false
  const form = src.charCodeAt(pos + 1) === DOLLAR ? INLINE_OF_TWO : INLINE
  form.lastIndex = 0
  const [whole = '', formula = ''] = form.exec(src.slice(pos, Math.min(posMax, pos + LONGEST_INLINE))) ?? []
  if (formula.trim() === '') return false
  if (!silent) {
    const token = state.push('math_inline', '', 0)
    token.content = formula
    token.markup = form === INLINE ? '$' : '$$'
  }
  state.pos = pos + whole.length
  return true
}

/** It ends at a line that ends with `$$`, before any empty line. */
function readBlock(state: StateBlock, first: number, end: number, silent: boolean): boolean {
  if ((state.sCount[first] ?? 0) - state.blkIndent >= 4) return false
  const textOf = (line: number) =>
    state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]).trimEnd()
  const opening = textOf(first)
  if (!opening.startsWith('$$')) return false
  let last = first
  const isEnd = (line: number) => textOf(line).endsWith('$$') && (line > first || opening.length > 4)
  while (!isEnd(last)) {
    last += 1
    if (last >= end || state.isEmpty(last) || (state.sCount[last] ?? 0) < state.blkIndent) return false
  }
  const lines = Array.from({ length: last - first + 1 }, (_, index) => textOf(first + index))
  const formula = lines.join('\n').slice(2, -2).trim()
  if (formula === '' || formula.includes('$$')) return false
  if (silent) return true
  const token = state.push('math_block', '', 0)
  token.content = formula
  token.markup = '$$'
  token.map = [first, last + 1]
  state.line = last + 1
  return true
}
