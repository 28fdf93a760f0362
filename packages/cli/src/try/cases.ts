import { parseMarkdown } from '../markdown/parser.ts'
import { withPlainLineEnds } from '../markdown/places.ts'

/** What a program is to make of something, as an article says it. */
export interface ArticleCase {
  readonly name: string
  readonly input: unknown
  readonly expected: unknown
}

/** Deeper values are not compared; no parser of JSON has to go as deep. */
const DEEPEST = 500

/**
 * The cases of an article, in its order: each fenced block marked `json` that is an object with `case` (its name), `input` and
 * `expected`. Other blocks are none, whatever they hold.
 */
export function readCases(body: string): ArticleCase[] {
  const tokens = parseMarkdown(withPlainLineEnds(body), () => false) ?? []
  return tokens
    .filter(({ type, info }) => type === 'fence' && /^json\b/i.test(info.trim()))
    .flatMap(({ content }) => readCase(content) ?? [])
}

function readCase(text: string): ArticleCase | null {
  const value = readJson(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  const { case: name, input, expected } = value as Readonly<Record<string, unknown>>
  if (typeof name !== 'string' || !Object.hasOwn(value, 'input') || !Object.hasOwn(value, 'expected'))
    return null
  return isComparable(value) ? { name, input, expected } : null
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Whether a value is as deep as the values of a case may be. */
export function isComparable(value: unknown): boolean {
  return isWithin(value, DEEPEST)
}

function isWithin(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  return depth > 0 && Object.values(value).every((below) => isWithin(below, depth - 1))
}

/**
 * Whether two values of JSON are the same: objects by their members in any order, arrays in theirs. It goes no deeper than
 * the less deep of them.
 */
export function isSameValue(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || one === null || typeof other !== 'object' || other === null)
    return one === other
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const names = Object.keys(one)
  if (names.length !== Object.keys(other).length) return false
  return names.every(
    (name) => Object.hasOwn(other, name) && isSameValue(Reflect.get(one, name), Reflect.get(other, name)),
  )
}
