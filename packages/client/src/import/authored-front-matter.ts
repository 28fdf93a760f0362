import { parse } from 'yaml'

/** The parser takes quadratic time on many keys and deep nesting; nobody writes a block as long as this. */
const LONGEST_AUTHORED_BLOCK = 16_384
const AUTHORED_OPENING = /^---[ \t]*\n/
const AUTHORED_CLOSING = /^---[ \t]*\n/m

/**
 * The optional YAML block that leads a Markdown file written by people, and what follows it.
 * What is no mapping in YAML was not meant as one, and stays in the body.
 */
export function readAuthoredFrontMatter(text: string): { fields: Record<string, unknown>; body: string } {
  const whole = text.replace(/^\ufeff/, '').replaceAll('\r\n', '\n')
  const start = AUTHORED_OPENING.exec(whole)?.[0].length
  if (start === undefined) return { fields: {}, body: whole }
  const rest = whole.slice(start)
  const closing = AUTHORED_CLOSING.exec(`${rest}\n`)
  const fields = closing && parseMapping(rest.slice(0, closing.index))
  if (!closing || !fields) return { fields: {}, body: whole }
  return { fields, body: rest.slice(closing.index + closing[0].length).replace(/^\n+/, '') }
}

function parseMapping(block: string): Record<string, unknown> | null {
  if (block.length > LONGEST_AUTHORED_BLOCK) return null
  const value = parseYaml(block)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  // Without `__proto__`, which would become a prototype where somebody assigns the fields to an object.
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== '__proto__'))
}

/** Plain data only: no merge keys, no tags of our own, hardly any aliases. Null for what is not valid. */
function parseYaml(block: string): unknown {
  try {
    return parse(block, { schema: 'core', merge: false, maxAliasCount: 10, logLevel: 'error' })
  } catch {
    return null
  }
}
