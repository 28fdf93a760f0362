import { hash } from 'node:crypto'

/** The times of asking are left out: an answer that differs in nothing else is the same. */
const VOLATILE = /"(?:checked_at|as_of|age_seconds)":(?:"[^"]*"|[0-9.]+|null)/g

/** A weak tag of a JSON answer. A quote inside a text is escaped, so that no text can look like a member. */
export function weakTag(json: string): string {
  return tagOfText(json.replace(VOLATILE, ''))
}

export function tagOfText(text: string): string {
  return `W/"${hash('sha256', text, 'base64url').slice(0, 27)}"`
}
