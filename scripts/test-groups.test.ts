import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { groupFiles } from './test-groups.ts'
import { complaintOf, count, newTally } from './test-tally.ts'

const FLOWS = Array.from({ length: 20 }, (_, place) =>
  resolve(`packages/server/test/flows/f${place}.test.ts`),
)
const FILES = [
  ...FLOWS,
  ...['packages/server/test/browser/a.test.ts', 'packages/client/src/b.test.ts'].map((file) => resolve(file)),
]

test('every file is in one group, whose module imports it', (t) => {
  const { groups, remove } = groupFiles(FILES)
  t.after(remove)
  assert.deepEqual(groups.flatMap(({ files }) => files).sort(), [...FILES].sort())
  for (const { module, files } of groups) {
    if (files.length === 1) assert.equal(module, files[0])
    else {
      const imports = files.map((file) => `import ${JSON.stringify(pathToFileURL(file).href)}\n`)
      assert.equal(readFileSync(module, 'utf8'), imports.join(''))
    }
  }
})

test('what was written for the groups is removed', () => {
  const { groups, remove } = groupFiles(FILES)
  const written = groups.map(({ module }) => module).filter((module) => existsSync(module))
  assert.ok(written.length > 0)
  remove()
  assert.deepEqual(written.filter(existsSync), [])
})

test('a file without a test, and a process that broke, are told by the names of the files', (t) => {
  const { groups, remove } = groupFiles(FLOWS)
  t.after(remove)
  const tally = newTally(groups)
  const [first] = groups
  assert.ok(first)
  const details = { duration_ms: 1, type: 'test' } as const
  const passed = (name: string, file: string) => count(tally, { name, file, details })
  for (const file of FLOWS.slice(1)) passed('it works', file)
  assert.equal(complaintOf(tally), 'Without a test in it: packages/server/test/flows/f0.test.ts')
  passed(first.module, first.module)
  assert.match(complaintOf(tally) ?? '', /was the process of .*flows\/f0\.test\.ts, .*flows\/f4\.test\.ts/)
})
