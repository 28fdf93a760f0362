import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { pathToFileURL } from 'node:url'

const FIRST = pathToFileURL(join(import.meta.dirname, 'test-process.ts')).href

/** Runs a file of tests as a run of all tests does; answers its exit code and everything that it said. */
function runTests(t: TestContext, body: string): { code: number | null; said: string } {
  const folder = mkdtempSync(join(tmpdir(), 'colophon-test-process-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'some.mjs')
  writeFileSync(file, `import { describe, test } from 'node:test'\n${body}`)
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const args = [`--import=${FIRST}`, '--test-reporter=tap', file]
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { env, encoding: 'utf8' })
  return { code: status, said: stdout + stderr }
}

test('a test belongs to the suite in which it is written', (t) => {
  const { code, said } = runTests(t, `describe('suite', () => { test('inner', async () => { await null }) })`)
  assert.equal(code, 0, said)
  assert.match(said, /^ {4}ok 1 - inner$/m)
})

for (const thrown of [`throw new Error('nobody caught this')`, `Promise.reject(Error('nobody caught this'))`])
  test(`an error that nobody caught ends a test that would wait for ever: ${thrown}`, (t) => {
    const never = `await new Promise((resolve) => { setInterval(() => {}, 1000) })`
    const { code, said } = runTests(
      t,
      `test('waits', async () => { await null; setTimeout(() => { ${thrown} }, 1); ${never} })`,
    )
    assert.equal(code, 1)
    assert.match(said, /nobody caught this/)
  })
