import type { Schema } from '@colophon/contract'

type Json = Readonly<Record<string, unknown>>

/** Whole numbers below `below`, the same ones for the same seed (mulberry32). */
export type Draw = (below: number) => number

export function createDraw(seed: number): Draw {
  let state = seed >>> 0
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below)
  }
}

export function pick<T>(draw: Draw, values: readonly T[]): T {
  return values[draw(values.length)] as T
}

/** What breaks parsers, layouts, comparisons and statements. */
export const HOSTILE: readonly unknown[] = [
  '',
  '\u0000',
  '\ud800',
  '\u202e\u2066',
  'a\r\nX-Injected: 1',
  "'; drop table topics; --",
  '%00%0a../../etc/passwd',
  '__proto__',
  '<script>alert(1)</script>',
  '*'.repeat(5000),
  '[](('.repeat(2000),
  '𝒳'.repeat(3000),
  '9'.repeat(400),
  Number.MAX_SAFE_INTEGER,
  -1,
  0.5,
  1e308,
  -0,
  null,
  true,
  [],
  {},
  [[[[[[[[]]]]]]]],
  { __proto__: null, constructor: { prototype: 1 } },
]

/** What the requests are made of. */
export interface Vocabulary {
  readonly draw: Draw
  /** Hashes, ids, slugs and paths that the site has; some do not exist. */
  readonly names: readonly string[]
}

/** A value that the schema accepts, as far as a generator can tell: names are real ones where they fit. */
export function validValue(schema: Schema | Json, words: Vocabulary): unknown {
  const { draw } = words
  const json = schema as unknown as Json
  if ('const' in json) return json.const
  if (Array.isArray(json.enum)) return pick(draw, json.enum)
  if (Array.isArray(json.anyOf)) return validValue(pick(draw, json.anyOf as Json[]), words)
  const type = Array.isArray(json.type) ? pick(draw, json.type) : json.type
  return (MAKERS[String(type)] ?? (() => pick(draw, HOSTILE)))(json, words)
}

const MAKERS: Readonly<Record<string, (json: Json, words: Vocabulary) => unknown>> = {
  null: () => null,
  boolean: (_json, { draw }) => draw(2) === 1,
  integer: numberOf,
  number: numberOf,
  string: textOf,
  array(json, words) {
    const least = Number(json.minItems ?? 0)
    const length = least + words.draw(Math.min(3, Number(json.maxItems ?? 3) - least + 1))
    return Array.from({ length }, () => validValue((json.items ?? {}) as Json, words))
  },
  object(json, words) {
    const required = new Set((json.required ?? []) as string[])
    const properties = Object.entries((json.properties ?? {}) as Record<string, Json>)
    const chosen = properties.filter(([name]) => required.has(name) || words.draw(2) === 0)
    return Object.fromEntries(chosen.map(([name, schema]) => [name, validValue(schema, words)]))
  },
}

function numberOf(json: Json, { draw }: Vocabulary): number {
  const least = Number(json.minimum ?? 0)
  return least + draw(Math.min(1000, Number(json.maximum ?? 1000) - least + 1))
}

function textOf(json: Json, { draw, names }: Vocabulary): string {
  const pattern = typeof json.pattern === 'string' ? new RegExp(json.pattern, 'u') : null
  const fitting = pattern === null ? [] : names.filter((name) => pattern.test(name))
  if (fitting.length > 0) return pick(draw, fitting)
  if (json.format === 'utc-instant') return '2031-01-01T00:00:00.000Z'
  if (json.format === 'web-url') return 'https://example.org/a'
  const text = pick(draw, ['word', 'two words', 'Ünïcode 木', '# Heading\n\nText.', 'saw', '/tools/hammer'])
  return text.slice(0, Number(json.maxLength ?? text.length)) || 'a'
}

/** The value with one place of it made hostile, dropped or added. */
export function nearlyValid(value: unknown, draw: Draw): unknown {
  if (Array.isArray(value) && value.length > 0 && draw(4) > 0) {
    const place = draw(value.length)
    return value.map((item, at) => (at === place ? nearlyValid(item, draw) : item))
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value) || draw(6) === 0)
    return pick(draw, HOSTILE)
  const names = Object.keys(value)
  const fields: Record<string, unknown> = { ...value }
  const name = names.length === 0 || draw(6) === 0 ? 'surplus' : pick(draw, names)
  if (draw(5) === 0) delete fields[name]
  else fields[name] = nearlyValid(fields[name], draw)
  return fields
}
