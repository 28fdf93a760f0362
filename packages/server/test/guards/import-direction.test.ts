import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FRIENDS, findCircles, findUndeclared, findUpwardImports, importsOf } from './imports.ts'
import { productSources, readText } from './source-files.ts'

test('imports point down, between features only where it is written, and never out of a package', () => {
  const sources = productSources()
  assert.ok(sources.flatMap(importsOf).length > 300)
  assert.deepEqual(findUpwardImports(sources), [])
  for (const reason of Object.values(FRIENDS)) assert.ok(reason.length > 20)
})

const HANDLERS = 'packages/server/src/features/tasks/handlers.ts'

for (const [name, path, text, isWrong] of [
  ['core on storage', 'packages/server/src/core/a.ts', "import { b } from '../storage/b.ts'", true],
  [
    'core on a type of the app',
    'packages/server/src/core/a.ts',
    "import type { App } from '../app.ts'",
    true,
  ],
  ['storage on core', 'packages/server/src/storage/a.ts', "import { b } from '../core/b.ts'", false],
  ['a feature on the pipeline', HANDLERS, "import {\n  b,\n} from '../../pipeline/b.ts'", true],
  ['a feature on a surface, lazily', HANDLERS, "await import('../../http/b.ts')", true],
  ['a feature on the start', HANDLERS, "import '../../main.ts'", true],
  ['a feature on another', HANDLERS, "import { b } from '../reviews/store.ts'", true],
  ['a feature on itself', HANDLERS, "import { b } from './store.ts'", false],
  [
    'the pipeline on a feature',
    'packages/server/src/pipeline/a.ts',
    "export { b } from '../features/tasks/b.ts'",
    false,
  ],
  ['the pipeline on a surface', 'packages/server/src/pipeline/a.ts', "export * from '../http/b.ts'", true],
  ['the contract on the client', 'packages/contract/src/a.ts', "import { b } from '@colophon/client'", true],
  ['the client on the server', 'packages/client/src/a.ts', "import { b } from '@colophon/server'", true],
  [
    'the client on files of the server',
    'packages/client/src/a.ts',
    "import { b } from '../../server/src/b.ts'",
    true,
  ],
  ['the client on the contract', 'packages/client/src/a.ts', "import { b } from '@colophon/contract'", false],
  [
    'the server on files of the contract',
    'packages/server/src/pipeline/a.ts',
    "import '../../../contract/src/a.ts'",
    true,
  ],
] as const)
  test(`the guard ${isWrong ? 'refuses' : 'allows'} ${name}`, () => {
    assert.equal(findUpwardImports([{ path, text }]).length, isWrong ? 1 : 0)
  })

test('a friendship holds in one direction', () => {
  const friends = { 'tasks -> reviews': 'a test' }
  const there = { path: HANDLERS, text: "import { b } from '../reviews/store.ts'" }
  const back = {
    path: 'packages/server/src/features/reviews/store.ts',
    text: "import { b } from '../tasks/store.ts'",
  }
  assert.deepEqual(findUpwardImports([there], friends), [])
  assert.equal(findUpwardImports([back], friends).length, 1)
})

test('no file imports itself, directly or through others', () => {
  assert.deepEqual(findCircles(productSources()), [])
})

test('the guard sees a circle of two files, and a longer one that types alone make', () => {
  const file = (name: string, text: string) => ({ path: `packages/server/src/core/${name}.ts`, text })
  const [a, b] = [file('a', "import './b.ts'"), file('b', "import './a.ts'")]
  assert.deepEqual(findCircles([a, b]), [`${a.path} -> ${b.path} -> ${a.path}`])
  const c = file('c', "import type { A } from './a.ts'")
  assert.equal(findCircles([a, file('b', "import './c.ts'"), c]).length, 1)
  assert.deepEqual(findCircles([a, file('b', "import './c.ts'"), file('c', '')]), [])
})

function declaredBy(name: string): Set<string> {
  const { dependencies = {} }: { dependencies?: Record<string, string> } = JSON.parse(
    readText(`packages/${name}/package.json`),
  )
  return new Set(Object.keys(dependencies))
}

test('every package declares what it imports', () => {
  const sources = productSources()
  const undeclared = ['contract', 'log', 'client', 'cli', 'server'].flatMap((name) => {
    const declared = declaredBy(name)
    const own = sources.filter(({ path }) => path.startsWith(`packages/${name}/`))
    assert.ok(own.length + declared.size > 0, name)
    return own.flatMap((source) => findUndeclared(source, declared))
  })
  assert.deepEqual(undeclared, [])
})

test('the guard sees a package that is not declared', () => {
  const text =
    "import { a } from 'ajv/dist/2020.js'\nimport b from '@scope/name/deep'\nimport c from 'node:fs'"
  const source = { path: 'packages/server/src/pipeline/a.ts', text }
  assert.deepEqual(findUndeclared(source, new Set(['ajv'])), [
    'packages/server/src/pipeline/a.ts imports @scope/name',
  ])
})
