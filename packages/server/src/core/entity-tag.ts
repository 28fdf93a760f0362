import { createHash } from 'node:crypto'

/** The times of asking are left out: an answer that differs in nothing else is the same. */
const VOLATILE = /"(?:checked_at|as_of|age_seconds)":(?:"[^"]*"|[0-9.]+|null)/g

/** A weak tag of a JSON answer. A quote inside a text is escaped, so that no text can look like a member. */
export function weakTag(json: string): string {
  return tagOf(json.replace(VOLATILE, ''))
}

/** A weak tag of parts in their order. */
export function tagOf(...parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return `W/"${hash.digest('base64url').slice(0, 27)}"`
}
