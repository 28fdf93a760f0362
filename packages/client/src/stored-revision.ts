/** What a published revision says. */
export interface StoredRevision {
  readonly fields: Readonly<Record<string, unknown>>
  readonly body: string
}

const OPENING = '---\n'
const CLOSING = '\n---\n\n'

/** Reads the bytes of a revision: a front matter of one line of JSON for each field, and the body. */
export function readStored(bytes: Uint8Array): StoredRevision {
  const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  const end = text.indexOf(CLOSING)
  if (!text.startsWith(OPENING) || end === -1) throw new Error('not a revision: no front matter')
  const lines = text.slice(OPENING.length, end).split('\n')
  return { fields: Object.fromEntries(lines.map(fieldOf)), body: text.slice(end + CLOSING.length) }
}

function fieldOf(line: string): [string, unknown] {
  const colon = line.indexOf(': ')
  return [line.slice(0, colon), JSON.parse(line.slice(colon + 2))]
}
