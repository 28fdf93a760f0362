import assert from 'node:assert/strict'
import { test } from 'node:test'
import { productSources, type Source } from './source-files.ts'

const EXPORTED = /^export (?:async )?(?:const|function|interface|type|class) (\w+)/

/** Exports without a doc comment. A type beside a constant of its name shares the constant's. */
function findUndocumented({ path, text }: Source): string[] {
  const lines = text.split('\n')
  const named = lines.map((line) => EXPORTED.exec(line)?.[1])
  return named.flatMap((name, place) => {
    if (name === undefined || named.indexOf(name) < place) return []
    return lines[place - 1]?.trimEnd().endsWith('*/') ? [] : [`${path}: ${name}`]
  })
}

/** Names that more than one file exports. */
function findShared(sources: readonly Source[]): string[] {
  const files = new Map<string, Set<string>>()
  for (const { path, text } of sources)
    for (const [, name = ''] of text.matchAll(new RegExp(EXPORTED, 'gm')))
      files.set(name, (files.get(name) ?? new Set()).add(path))
  return [...files].filter(([, paths]) => paths.size > 1).map(([name]) => name)
}

const CONTRACT = productSources().filter(({ path }) => path.startsWith('packages/contract/'))

test('everything that the contract exports has a doc comment', () => {
  assert.ok(CONTRACT.length > 40)
  assert.deepEqual(CONTRACT.flatMap(findUndocumented), [])
})

test('a name is exported by one file of the contract', () => {
  assert.deepEqual(findShared(CONTRACT), [])
})

test('the guard sees an export without a comment, and a name of two files', () => {
  const text = '/** An a. */\nexport const A = 1\nexport type A = typeof A\nexport function b() {}\n'
  const source = { path: 'packages/contract/src/a.ts', text }
  assert.deepEqual(findUndocumented(source), ['packages/contract/src/a.ts: b'])
  assert.deepEqual(findShared([source, { ...source, path: 'packages/contract/src/b.ts' }]), ['A', 'b'])
})
