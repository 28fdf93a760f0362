import { JsonRefused, parseStrictJson } from '../core/strict-json.ts'
import { escapeHtml } from './visible.ts'

/** Objects within objects that are still shown as terms and what they mean; deeper ones as their source. */
const DEEPEST = 3
const MOST_TERMS = 200
/** Longer ones are no words. */
const LONGEST_WORD = 30

type Members = Readonly<Record<string, unknown>>

/**
 * A fenced JSON object, as articles hold their cases: terms and what they mean, above the source. Null for what
 * two readers could take differently, or is too much to be read that way: its source is all there is.
 */
export function caseHtml(source: string, sourceHtml: string): string | null {
  const value = readObject(source)
  if (value === null || !isCase(value) || countTerms(value) > MOST_TERMS) return null
  const { case: name, ...rest } = value
  const caption =
    typeof name === 'string' ? `<figcaption>Case <strong>${escapeHtml(name)}</strong></figcaption>` : ''
  const terms = termsHtml(typeof name === 'string' ? rest : value, 1)
  return `<figure class="case">${caption}${terms}<details><summary>Source</summary>${sourceHtml}</details></figure>\n`
}

/** Other objects are settings, answers and the like: code. */
function isCase(value: Members): boolean {
  return Object.hasOwn(value, 'case') || Object.hasOwn(value, 'expected')
}

function readObject(source: string): Members | null {
  try {
    const value = parseStrictJson(Buffer.from(source))
    return isObject(value) && Object.keys(value).length > 0 ? value : null
  } catch (error) {
    if (error instanceof JsonRefused) return null
    throw error
  }
}

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function countTerms(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1
  return Object.values(value).reduce((sum: number, member) => sum + countTerms(member), 1)
}

function termsHtml(value: Members, depth: number): string {
  const rows = Object.entries(value).map(
    ([term, meaning]) => `<div><dt>${escapeHtml(term)}</dt><dd>${meaningHtml(meaning, depth)}</dd></div>`,
  )
  return rows.length === 0 ? '' : `<dl>${rows.join('')}</dl>`
}

/** What has lines is shown in them, and what has no words as code. */
function stringHtml(value: string): string {
  if (value === '') return '<code>""</code>'
  if (/[\r\n\t]/.test(value)) return `<pre>${escapeHtml(value)}</pre>`
  const html = escapeHtml(value)
  return value.length > LONGEST_WORD && !value.includes(' ') ? `<code>${html}</code>` : html
}

function meaningHtml(value: unknown, depth: number): string {
  if (typeof value === 'string') return stringHtml(value)
  if (typeof value !== 'object' || value === null) return `<code>${escapeHtml(String(value))}</code>`
  if (depth >= DEEPEST) return `<pre>${escapeHtml(JSON.stringify(value, null, 1))}</pre>`
  if (isObject(value)) return termsHtml(value, depth + 1) || '<code>{}</code>'
  const items = Array.isArray(value) ? value.map((item) => `<li>${meaningHtml(item, depth + 1)}</li>`) : []
  return items.length === 0 ? '<code>[]</code>' : `<ul>${items.join('')}</ul>`
}
