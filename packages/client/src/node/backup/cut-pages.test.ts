import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { test } from 'node:test'
import { RECOVERY_LIMITS, type RecoveryRow, readRecoveryPage } from '@colophon/contract'
import { sha256OfBytes } from '../whole-files.ts'
import { cutIndex, cutPages, readCanonicalJson } from './cut-pages.ts'

async function* each(rows: readonly RecoveryRow[]) {
  yield* rows
}

/** The pages as any recovery reads them. */
async function cut(rows: readonly RecoveryRow[]) {
  const pages: { sha256: string; bytes: number; rows: readonly RecoveryRow[] }[] = []
  for await (const { bytes, rows: count } of cutPages('audit', each(rows))) {
    const page = readRecoveryPage(readCanonicalJson(bytes))
    assert.ok(page.kind === 'rows' && page.table === 'audit' && page.rows.length === count)
    pages.push({ sha256: sha256OfBytes(bytes), bytes: bytes.length, rows: page.rows })
  }
  return pages
}

const rowOf = (n: number): RecoveryRow => ({
  audit_id: hash('sha256', String(n), 'hex'),
  at: 'é\n"\u2028',
  size: n,
  reason: null,
})
const rows = Array.from({ length: 3000 }, (_, n) => rowOf(n))

test('the rows of the pages are those of the table, in order', async () => {
  const pages = await cut(rows)
  assert.deepEqual(
    pages.flatMap((page) => page.rows),
    rows,
  )
  for (const page of pages) assert.ok(page.rows.length <= RECOVERY_LIMITS.pageRows)
  assert.ok(pages.length < 3000 / 24 + 1, 'few pages are short')
})

test('the same rows make the same pages', async () => {
  assert.deepEqual(await cut(rows), await cut(rows))
})

for (const place of [0, 1, 777, 1500, 2950])
  test(`a row more at ${place} changes the pages beside it, not all that follow`, async () => {
    const before = new Set((await cut(rows)).map((page) => page.sha256))
    const after = await cut(rows.toSpliced(place, 0, rowOf(9999)))
    const fresh = after.filter((page) => !before.has(page.sha256))
    assert.ok(fresh.length >= 1 && fresh.length <= 12, String(fresh.length))
  })

test('no page is over 1 MiB, but for a row that is larger alone', async () => {
  const large = (length: number): RecoveryRow => ({ reason: 'é'.repeat(length / 2) })
  const sizes = [300_000, 700_000, 48_000, 1_048_000, 2_000_000, 10, 500_000, 548_000]
  const pages = await cut(sizes.map(large))
  assert.deepEqual(
    pages.flatMap((page) => page.rows),
    sizes.map(large),
  )
  for (const page of pages) assert.ok(page.bytes <= RECOVERY_LIMITS.pageBytes || page.rows.length === 1)
  assert.deepEqual(
    pages.map((page) => page.rows.length),
    [3, 1, 1, 3],
  )
})

test('an index leads through all pages, a thousand at a time, from its first', () => {
  for (const count of [0, 1, 1000, 1001, 2500]) {
    const pages = Array.from({ length: count }, (_, n) => sha256OfBytes(String(n)))
    const files = new Map([...cutIndex('audit', pages)].map((bytes) => [sha256OfBytes(bytes), bytes]))
    const found: string[] = []
    let next: string | null = [...files.keys()].at(-1) ?? null
    for (; next !== null; ) {
      const page = readRecoveryPage(readCanonicalJson(files.get(next) ?? Buffer.of()))
      assert.ok(page.kind === 'index' && page.pages.length <= 1000)
      found.push(...page.pages)
      next = page.next
    }
    assert.deepEqual(found, pages)
    assert.equal(files.size, Math.max(1, Math.ceil(count / 1000)))
  }
})
