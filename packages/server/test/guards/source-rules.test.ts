import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isTest, productSources, readSources, type Source } from './source-files.ts'

const WALL = 400

function findTooLong(sources: readonly Source[]): string[] {
  return sources.filter(({ text }) => text.trimEnd().split('\n').length > WALL).map(({ path }) => path)
}

test(`no file is longer than ${WALL} lines`, () => {
  assert.deepEqual(findTooLong(readSources()), [])
})

test('the guard sees a file that is a line too long', () => {
  const lines = (count: number) => `${'x\n'.repeat(count)}`
  assert.deepEqual(findTooLong([{ path: 'a.ts', text: lines(400) }]), [])
  assert.deepEqual(findTooLong([{ path: 'a.ts', text: lines(401) }]), ['a.ts'])
})

const QUERY =
  /\.(?:selectFrom|selectNoFrom|insertInto|updateTable|deleteFrom|replaceInto)\(|\binsertion\(|\bcompiled<|\bsql(?:<[^`]*>)?`/
const MAY_QUERY =
  /^packages\/server\/src\/(?:(?:storage|catalog|command|search\/indexer|search\/pages)\/|features\/[^/]+\/(?:[\w-]+-)?store\.ts$)/

/** SQL is for those who remember: nobody else has a query. */
function findStrayQueries(sources: readonly Source[]): string[] {
  return sources.filter(({ path, text }) => QUERY.test(text) && !MAY_QUERY.test(path)).map(({ path }) => path)
}

test('queries are written in storage, catalog, command and the stores of the features', () => {
  const sources = productSources()
  assert.ok(sources.filter(({ text }) => QUERY.test(text)).length > 15)
  assert.deepEqual(findStrayQueries(sources), [])
})

test('the guard sees a query in a handler, in rules, in the pipeline and in a surface', () => {
  for (const place of [
    'features/tasks/handlers.ts',
    'features/tasks/rules.ts',
    'features/tasks/refresh.ts',
    'pipeline/a.ts',
    'http/a.ts',
  ])
    for (const text of [
      "db.selectFrom('tasks')",
      'tx\n  .updateTable(x)',
      "insertion('tasks', {})",
      'sql<string>`now()`',
    ])
      assert.equal(
        findStrayQueries([{ path: `packages/server/src/${place}`, text }]).length,
        1,
        `${place} ${text}`,
      )
  for (const name of ['store', 'refresh-store']) {
    const store = { path: `packages/server/src/features/tasks/${name}.ts`, text: "db.selectFrom('tasks')" }
    assert.deepEqual(findStrayQueries([store]), [])
  }
})

function findWithoutTests(sources: readonly Source[]): string[] {
  return sources
    .filter(({ path, text }) => isTest(path) && !/^\s*(?:test|it)\(|=> test\(/m.test(text))
    .map(({ path }) => path)
}

test('every test file has a test, and none is switched off or alone', () => {
  const tests = readSources().filter(({ path }) => isTest(path))
  assert.ok(tests.length > 30)
  assert.deepEqual(findWithoutTests(tests), [])
  assert.deepEqual(findLonely(tests), [])
})

/** `.only` hides every other test. */
function findLonely(sources: readonly Source[]): string[] {
  return sources.filter(({ text }) => LONELY.test(text)).map(({ path }) => path)
}

const LONELY = new RegExp(`\\b(?:test|describe|it)\\.${'only'}\\(|\\b${'only'}: true`)

test('the guard sees a file without a test, and a test that wants to be alone', () => {
  assert.equal(
    findWithoutTests([{ path: 'a.test.ts', text: "import { test } from 'node:test'\n" }]).length,
    1,
  )
  assert.equal(findLonely([{ path: 'a.test.ts', text: ['test', "only('x')"].join('.') }]).length, 1)
})
