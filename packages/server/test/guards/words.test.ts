import assert from 'node:assert/strict'
import { test } from 'node:test'
import { productSources } from './source-files.ts'

/** Words that code and comments say in the field's terms instead. */
const REPLACED: Readonly<Record<string, string>> = {
  typesetter: 'text renderer',
  manuscript: 'article view, render request',
  litter: 'unreferenced objects',
  lane: 'response cache',
  invoke: 'dispatch',
  steady: 'monotonic',
  follower: 'indexer',
  eyes: 'authority',
}

/** Type names that say what happened to a value instead of what it is. */
const NO_NOUN = /(?:interface|type) (Told|Said|Asked|Given|Held|Brought|Found|Listed)\b/g

/** The schema of the wire and the error that becomes it; the entrances of two programs. */
const SHARED = new Set(['Problem', 'main'])

const EXPORT = /^export (?:async )?(?:function\*?|const|class|interface|type) (\w+)/gm

const files = productSources()

test('code, comments and file names use the words of the field', () => {
  const found = files.flatMap(({ path, text }) =>
    Object.entries(REPLACED)
      .filter(([word]) => partsOf(`${path} ${text}`).has(word))
      .map(([word, better]) => `${path}: ${word} (write ${better})`),
  )
  assert.deepEqual(found, [])
})

test('a type is named by a noun', () => {
  const found = files.flatMap(({ path, text }) =>
    [...text.matchAll(NO_NOUN)].map(([, name]) => `${path}: ${name}`),
  )
  assert.deepEqual(found, [])
})

test('an exported name stands once in the repository', () => {
  const places = new Map<string, Set<string>>()
  for (const { path, text } of files) {
    for (const [, name = ''] of text.matchAll(EXPORT))
      places.set(name, (places.get(name) ?? new Set()).add(path))
  }
  const twice = [...places].filter(([name, paths]) => paths.size > 1 && !SHARED.has(name))
  assert.deepEqual(
    twice.map(([name, paths]) => `${name}: ${[...paths].join(', ')}`),
    [],
  )
})

function partsOf(text: string): Set<string> {
  const split = text.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase()
  return new Set(split.split(/[^a-z]+/))
}
