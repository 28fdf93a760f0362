import { parse } from 'yaml'

/** The parser takes quadratic time on many keys and deep nesting; nobody writes a block as long as this. */
const LONGEST_AUTHORED_BLOCK = 16_384
const AUTHORED_OPENING = /^---[ \t]*\n/
const FIELD_OF_REVISION = /^format_version: \d+$/m
const FIELD_OF_JSON = /^([a-z_]+): (.+)$/
const AUTHORED_CLOSING = /^---[ \t]*\n/m

/**
 * The optional YAML block that leads a Markdown file written by people, and what follows it.
 * What is no mapping in YAML was not meant as one, and stays in the body.
 */
export function readAuthoredFrontMatter(text: string): { fields: Record<string, unknown>; body: string } {
  const { fields, rest, isLed } = splitAuthoredFrontMatter(text)
  return { fields, body: isLed ? rest.replace(/^\n+/, '') : rest }
}

/** The same with whatever stands behind the block as it is. */
export function splitAuthoredFrontMatter(text: string): {
  fields: Record<string, unknown>
  rest: string
  /** Whether there is a block. */
  isLed: boolean
} {
  const whole = text.replace(/^\ufeff/, '').replaceAll('\r\n', '\n')
  const start = AUTHORED_OPENING.exec(whole)?.[0].length
  if (start === undefined) return { fields: {}, rest: whole, isLed: false }
  const rest = whole.slice(start)
  const closing = AUTHORED_CLOSING.exec(`${rest}\n`)
  const fields = closing && parseMapping(rest.slice(0, closing.index))
  if (!closing || !fields) return { fields: {}, rest: whole, isLed: false }
  return { fields, rest: rest.slice(closing.index + closing[0].length), isLed: true }
}

function parseMapping(block: string): Record<string, unknown> | null {
  const value = parseRevision(block) ?? parseYaml(block)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  // Without `__proto__`, which would become a prototype where somebody assigns the fields to an object.
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== '__proto__'))
}

/**
 * As a server writes it, a line of JSON for each field: with a hundred references it is longer than people's. Null for
 * every other form.
 */
function parseRevision(block: string): Record<string, unknown> | null {
  if (!FIELD_OF_REVISION.test(block)) return null
  const fields: [string, unknown][] = []
  try {
    for (const line of block.split('\n').slice(0, -1)) {
      const [, key, value] = FIELD_OF_JSON.exec(line) ?? []
      if (key === undefined || value === undefined) return null
      fields.push([key, JSON.parse(value)])
    }
  } catch {
    return null
  }
  return Object.fromEntries(fields)
}

/** Plain data only: no merge keys, no tags of our own, hardly any aliases. Null for what is not valid. */
function parseYaml(block: string): unknown {
  if (block.length > LONGEST_AUTHORED_BLOCK) return null
  try {
    return parse(block, { schema: 'core', merge: false, maxAliasCount: 10, logLevel: 'error' })
  } catch {
    return null
  }
}
