import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contractPages } from '../../../../scripts/contract-pages.ts'
import { readText } from './source-files.ts'

/** The first lines that differ say enough; the whole document is long. */
function requireSame(path: string, made: string, kept: string): void {
  if (made === kept) return
  const [lines, keptLines] = [made.split('\n'), kept.split('\n')]
  const place = lines.findIndex((line, number) => line !== keptLines[number])
  assert.deepEqual(
    lines.slice(place, place + 5),
    keptLines.slice(place, place + 5),
    `${path}, line ${place + 1}: the contract has changed. If it was meant, accept it with npm run snapshot`,
  )
  assert.equal(lines.length, keptLines.length, `${path} is not whole: npm run snapshot`)
}

test('the contract and the page of its routes change only on purpose', () => {
  const pages = Object.entries(contractPages())
  assert.equal(pages.length, 2)
  for (const [path, made] of pages) requireSame(path, made, readText(path))
})

test('the guard sees a changed status, a renamed field, another route and a missing end', () => {
  for (const [path, made] of Object.entries(contractPages())) {
    for (const [before, after] of [
      ['"201":', '"200":'],
      ['"entry_id"', '"entryId"'],
      ['/api/v1/index', '/api/v1/listing'],
    ] as const)
      if (made.includes(before))
        assert.throws(() => requireSame(path, made, made.replaceAll(before, after)), /npm run snapshot/)
    assert.throws(() => requireSame(path, made, `${made}\n`), /npm run snapshot/)
    assert.throws(() => requireSame(path, made, made.replaceAll('/api/v1/index', '')), /npm run snapshot/)
  }
})
