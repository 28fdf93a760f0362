import katex from 'katex'
import { escapeHtml } from './visible.ts'

/** Characters of one formula, and of all formulas of a text; what is longer is shown as it is written. */
const LONGEST_FORMULA = 4000
const FORMULA_CHARACTERS = 40_000
const OPTIONS = {
  output: 'mathml',
  throwOnError: true,
  trust: false,
  strict: 'ignore',
  maxExpand: 500,
  maxSize: 20,
} as const

/** Sets the formulas of one text as MathML, which needs no script and no style. */
export function createFormulaWriter(): (formula: string, isBlock: boolean) => string {
  let left = FORMULA_CHARACTERS
  return (formula, isBlock) => {
    const isAffordable = formula.length <= Math.min(left, LONGEST_FORMULA)
    if (isAffordable) left -= formula.length
    const math = isAffordable ? mathMl(formula, isBlock) : null
    const html = math ?? `<code class="written">${escapeHtml(formula)}</code>`
    return isBlock ? `<div class="formula" tabindex="0">${html}</div>\n` : html
  }
}

/** Null for what is no formula. */
function mathMl(formula: string, displayMode: boolean): string | null {
  try {
    const html = katex.renderToString(formula, { ...OPTIONS, displayMode })
    const start = html.indexOf('<math')
    const end = html.lastIndexOf('</math>')
    if (start < 0 || end < 0) return null
    return html.slice(start, end + '</math>'.length).replace(/ (?:style|class)="[^"]*"/g, '')
  } catch (error) {
    if (error instanceof katex.ParseError || error instanceof RangeError) return null
    throw error
  }
}
