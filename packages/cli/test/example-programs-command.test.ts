import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { readCases } from '../src/try/cases.ts'
import { startCase } from '../src/try/run-case.ts'

const ROOT = join(import.meta.dirname, '../../..')
const EXAMPLES = join(ROOT, 'packages/server/examples')
const LIMITS = { milliseconds: 60_000, memoryBytes: 1_000_000_000, outputBytes: 1_000_000 }

const articles = globSync('*/*.md', { cwd: EXAMPLES })
  .sort()
  .map((path) => ({ path, cases: readCases(readFileSync(join(EXAMPLES, path), 'utf8')) }))
  .filter(({ cases }) => cases.length > 0)

async function passedBy(program: string, cases: ReturnType<typeof readCases>): Promise<number> {
  let passed = 0
  for (const one of cases) {
    const { outcome } = await startCase(one, [process.execPath, join(EXAMPLES, 'programs', program)], LIMITS)
      .ended
    if (outcome === 'passed') passed += 1
  }
  return passed
}

test('every bundled case is complete', () => {
  const blocks = globSync('*/*.md', { cwd: EXAMPLES })
    .map((path) => readFileSync(join(EXAMPLES, path), 'utf8'))
    .flatMap((text) => text.match(/^ {2}"case":/gm) ?? [])
  assert.equal(articles.flatMap(({ cases }) => cases).length, blocks.length)
  assert.equal(blocks.length, 93)
})

test('the page says which cases the two programs pass', async () => {
  const rows: string[] = []
  let [count, first, after] = [0, 0, 0]
  for (const { path, cases } of articles.filter(({ path }) => path.startsWith('calendar-recurrence/'))) {
    const [one, other] = [
      await passedBy('recurrence-at-first.js', cases),
      await passedBy('recurrence.js', cases),
    ]
    rows.push(`| \`${basename(path, '.md')}\` | ${cases.length} | ${one} | ${other} |`)
    count += cases.length
    first += one
    after += other
  }
  rows.push(`| all | ${count} | ${first} | ${after} |`)
  const page = readFileSync(join(ROOT, 'docs/try.md'), 'utf8')
  assert.equal(
    page.split('| At first | After reading |\n|---|---|---|---|\n')[1]?.split('\n\n')[0],
    rows.join('\n'),
  )
  assert.match(
    readFileSync(join(ROOT, 'README.md'), 'utf8'),
    new RegExp(`passes ${first} of the ${count} .* passes ${after}\\.`, 's'),
  )
})
