import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EntryPath, FIELD_LIMITS } from '@colophon/contract'
import fc from 'fast-check'
import { legalPath } from './legal-path.ts'

const FORM = new RegExp(String(Reflect.get(EntryPath, 'pattern')))

function isEntryPath(path: string): boolean {
  return FORM.test(path) && path.length <= FIELD_LIMITS.pathCharacters
}

test('a file name becomes a legal path', () => {
  const cases = [
    ['common/7z.md', '/t/common/7z'],
    ['0001-private-fields.md', '/t/0001-private-fields'],
    ['Écoles/Été à Paris.md', '/t/ecoles/ete-a-paris'],
    ['E\u0301te\u0301.md', '/t/ete'],
    ['c++filt.md', '/t/c-filt'],
    ['g++.md', '/t/g'],
    ['ＦＵＬＬ.md', '/t/full'],
    ['README.MD', '/t/readme'],
    ['a.md.md', '/t/a.md'],
    ['notes.txt', '/t/notes.txt'],
    ['.hidden/_x.md', '/t/hidden/x'],
    ['../../etc/passwd', '/t/etc/passwd'],
    ['dir\\win.md', '/t/dir/win'],
    ['/abs//x.md', '/t/abs/x'],
    ['a\0b%2e.md', '/t/a-b-2e'],
    ['trailing-.md', '/t/trailing-'],
    ['Trailing -.md', '/t/trailing'],
  ]
  for (const [file, path] of cases) assert.equal(legalPath('t', file ?? ''), path)
})

test('a name without any usable letter gets one of its own', () => {
  const names = ['', '.md', '..md', '[.md', '!.md', '日本語.md', '\ud800.md', '///']
  const paths = names.map((name) => legalPath('t', name))
  for (const path of paths) assert.match(path, /^\/t\/page-[0-9a-f]{8}$/)
  assert.equal(new Set(paths).size, names.length)
  assert.match(legalPath('t', '日本語/x.md'), /^\/t\/page-[0-9a-f]{8}\/x$/)
})

test('two long names that differ only at the end stay two', () => {
  const [one, two] = ['1', '2'].map((end) => legalPath('t', `${'long/'.repeat(60)}${end}.md`))
  assert.notEqual(one, two)
})

test('every path is legal, in its topic, and the same each time', () => {
  const slug = fc.constantFrom('t', 'rust-rfcs', 'x'.repeat(64))
  const segment = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string(),
    fc.stringMatching(/^[A-Za-z0-9._ -]{0,40}$/),
  )
  const file = fc.array(segment, { maxLength: 12 }).map((parts) => parts.join('/'))
  fc.assert(
    fc.property(slug, file, (topic, relative) => {
      const path = legalPath(topic, relative)
      assert.ok(isEntryPath(path), path)
      assert.ok(path.startsWith(`/${topic}/`))
      assert.equal(path, legalPath(topic, relative))
    }),
  )
})

test('a path that is legal already is kept', () => {
  const segment = fc.stringMatching(/^[a-z0-9][a-z0-9._-]{0,9}$/)
  fc.assert(
    fc.property(fc.array(segment, { minLength: 1, maxLength: 8 }), (parts) => {
      const relative = parts.join('/')
      fc.pre(!relative.endsWith('.md'))
      assert.equal(legalPath('t', relative), `/t/${relative}`)
    }),
  )
})
