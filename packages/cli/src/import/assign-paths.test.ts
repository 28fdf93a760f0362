import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EntryPath, FIELD_LIMITS } from '@colophon/contract'
import fc from 'fast-check'
import { assignPaths } from './assign-paths.ts'

const FORM = new RegExp(String(Reflect.get(EntryPath, 'pattern')))

function pathsOf(...names: string[]) {
  return Object.fromEntries(assignPaths('t', names))
}

test('files that come to the same path are numbered in the order of their names', () => {
  assert.deepEqual(pathsOf('é.md', 'e.md', 'E.md', 'f.md'), {
    'E.md': '/t/e',
    'e.md': '/t/e-2',
    'é.md': '/t/e-3',
    'f.md': '/t/f',
  })
})

test('a number that another file has by name is passed over', () => {
  assert.deepEqual(pathsOf('A.md', 'a-2.md', 'a.md'), {
    'A.md': '/t/a',
    'a-2.md': '/t/a-2',
    'a.md': '/t/a-3',
  })
})

test('the order is that of the bytes, on every machine', () => {
  // In UTF-16 the second would come first.
  const names = ['\u{10000}/x.md', '\uffee/x.md']
  assert.deepEqual([...assignPaths('t', names).keys()], ['\uffee/x.md', '\u{10000}/x.md'])
})

test('the number has room at the end of the longest path', () => {
  const long = 'x'.repeat(FIELD_LIMITS.pathCharacters - '/t/'.length)
  const paths = pathsOf(`${long}.md`, `${long}.MD`, `${long.toUpperCase()}.md`)
  assert.equal(new Set(Object.values(paths)).size, 3)
  for (const path of Object.values(paths)) assert.equal(path.length, FIELD_LIMITS.pathCharacters)
})

test('whatever the names, every path is legal and there once', () => {
  const name = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 8 }),
    fc.stringMatching(/^[abAB/._-]{0,6}$/),
    fc.stringMatching(/^[a-b]{198,210}$/),
  )
  fc.assert(
    fc.property(fc.uniqueArray(name, { maxLength: 30 }), (names) => {
      const paths = [...assignPaths('t', names).values()]
      assert.equal(new Set(paths).size, names.length)
      for (const path of paths) assert.ok(FORM.test(path) && path.length <= FIELD_LIMITS.pathCharacters, path)
    }),
    { numRuns: 50 },
  )
})
