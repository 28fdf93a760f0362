import assert from 'node:assert/strict'

export interface Element {
  readonly tag: string
  readonly attributes: ReadonlyMap<string, string>
}

const TAG = /<(\/?)([a-zA-Z][a-zA-Z0-9-]*)((?:\s+[a-zA-Z][a-zA-Z0-9:-]*(?:="[^"<]*")?)*)\s*(\/?)>/y
const ATTRIBUTE = /([a-zA-Z][a-zA-Z0-9:-]*)(?:="([^"]*)")?/g
const TEXT = /[^<]+/y
const EMPTY = new Set(['br', 'hr', 'img', 'input', 'link', 'meta'])
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' }

/**
 * Reads markup as strictly as an XML reader would, and answers its elements: whatever is open is closed, in its
 * order, every attribute is quoted and there once, and no bracket stands alone. What fails here could be read by a
 * browser as something else than was meant.
 */
export function readMarkup(text: string): Element[] {
  const elements: Element[] = []
  const open: string[] = []
  let place = text.startsWith('<!doctype html>') ? '<!doctype html>'.length : 0
  while (place < text.length) {
    const rest = () => JSON.stringify(text.slice(place, place + 80))
    TEXT.lastIndex = place
    TAG.lastIndex = place
    const [plain] = TEXT.exec(text) ?? []
    if (plain !== undefined) {
      place += plain.length
      continue
    }
    const found = TAG.exec(text)
    assert.ok(found, `no tag at ${rest()}`)
    const [whole, slash, name = '', attributes = '', selfClosing] = found
    const tag = name.toLowerCase()
    if (slash === '/') assert.equal(open.pop(), tag, `closed out of order at ${rest()}`)
    else elements.push({ tag, attributes: attributesOf(attributes) })
    if (slash !== '/' && selfClosing !== '/' && !EMPTY.has(tag)) open.push(tag)
    place += whole.length
  }
  assert.deepEqual(open, [], 'never closed')
  return elements
}

function attributesOf(text: string): Map<string, string> {
  const found = [...text.matchAll(ATTRIBUTE)].map(([, name = '', value = '']): [string, string] => [
    name.toLowerCase(),
    value.replaceAll(/&(\w+);/g, (_whole, entity: string) => ENTITIES[entity] ?? '�'),
  ])
  assert.equal(new Set(found.map(([name]) => name)).size, found.length, `twice in ${text}`)
  return new Map(found)
}
