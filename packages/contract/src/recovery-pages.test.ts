import assert from 'node:assert/strict'
import { test } from 'node:test'
import { comesAfter, faultOfRow, PageRefused, type RecoveryRow, readRecoveryPage } from './recovery-pages.ts'
import { RECOVERED_TABLES } from './recovery-tables.ts'

const HASH = '0a'.repeat(32)
const rows = (facts: object) => ({ kind: 'rows', table: 'topics', rows: [], ...facts })
const index = (facts: object) => ({ kind: 'index', table: 'topics', pages: [], next: null, ...facts })

for (const page of [
  rows({}),
  rows({ rows: [{ id: 'a', size: 1, at: null }] }),
  rows({ rows: Array.from({ length: 40 }, () => ({})) }),
  index({}),
  index({ pages: [HASH, HASH], next: HASH }),
])
  test(`a page is read: ${JSON.stringify(page).slice(0, 60)}`, () => {
    assert.deepEqual(readRecoveryPage(page), page)
  })

for (const [value, pointer] of [
  [null, ''],
  [[], ''],
  ['rows', ''],
  [rows({ kind: 'row' }), ''],
  [rows({ more: 1 }), ''],
  [rows({ rows: [[]] }), ''],
  [rows({ rows: [{ id: true }] }), ''],
  [rows({ rows: [{ id: 0.5 }] }), ''],
  [rows({ rows: [{ id: {} }] }), ''],
  [rows({ table: 7 }), ''],
  [rows({ table: 'sessions' }), '/table'],
  [rows({ table: 'constructor' }), '/table'],
  [rows({ rows: Array.from({ length: 41 }, () => ({})) }), '/rows'],
  [index({ pages: ['0A'.repeat(32)] }), ''],
  [index({ next: '' }), ''],
  [index({ next: undefined }), ''],
] as const)
  test(`a page is refused at "${pointer}": ${JSON.stringify(value).slice(0, 60)}`, () => {
    assert.throws(
      () => readRecoveryPage(value),
      (error) => error instanceof PageRefused && error.pointer === pointer,
    )
  })

const POLICY: RecoveryRow = {
  policy_hash: HASH,
  topic_id: 'tools',
  review_focuses: '[]',
  publication_modes: '[]',
  created_at: '2026-01-31T09:00:00.000Z',
  created_by: 'ada',
  previous_hash: null,
  evidence_ttl_days: 1,
  minimum_evidence: 0,
}

for (const [facts, fault] of [
  [{}, null],
  [{ previous_hash: HASH }, null],
  [{ topic_id: null }, 'has a topic_id that is not text'],
  [{ topic_id: 1 }, 'has a topic_id that is not text'],
  [{ created_by: 'a\0b' }, 'has a created_by that is not text'],
  [{ previous_hash: 1 }, 'has a previous_hash that is not text or null'],
  [{ minimum_evidence: '1' }, 'has a minimum_evidence that is not a whole number'],
  [{ minimum_evidence: null }, 'has a minimum_evidence that is not a whole number'],
  [{ minimum_evidence: 2 ** 60 }, 'has a minimum_evidence that is not a whole number'],
  [{ review_focuses: '{}' }, 'has a review_focuses that is no JSON list'],
  [{ publication_modes: '[' }, 'has a publication_modes that is no JSON list'],
  [{ role: 'administrator' }, 'has the column role, which policies has not'],
  [{ toString: 'x' }, 'has the column toString, which policies has not'],
] as const)
  test(`of a row with ${JSON.stringify(facts)} is said: ${fault}`, () => {
    assert.equal(faultOfRow('policies', { ...POLICY, ...facts }), fault)
  })

test('a column that earlier versions had is passed over, of its table alone', () => {
  const { topics, policies } = RECOVERED_TABLES
  const row = Object.fromEntries([...topics.key, ...topics.text].map((column) => [column, 'x']))
  for (const last_published_at of [null, '2026-01-01T00:00:00.000Z'])
    assert.equal(faultOfRow('topics', { ...row, last_published_at }), null)
  assert.equal(faultOfRow('topics', row), null)
  assert.ok(!('former' in policies))
  assert.match(faultOfRow('policies', { ...POLICY, last_published_at: null }) ?? '', /which policies has not/)
})

test('a row without one of its columns does not fit', () => {
  const { topic_id: _, ...row } = POLICY
  assert.equal(faultOfRow('policies', row), 'lacks the column topic_id')
})

test('counts of registrations are those of the site alone', () => {
  const row = { period: 'ever', subject: 'site', registrations: 3 }
  assert.equal(faultOfRow('registration_counts', row), null)
  assert.equal(faultOfRow('registration_counts', { ...row, subject: 'x' }), 'has another subject than site')
})

test('rows are ordered by the bytes of each part of their key, one part after the other', () => {
  const row = (period: string, subject = 'site') => ({ period, subject })
  const ordered = [
    row('2026', 'a'),
    row('2026', 'ab'),
    row('2026-01', 'a'),
    row('ever'),
    row('\uffff'),
    row('😀'),
  ]
  for (const [place, one] of ordered.entries())
    for (const [other, two] of ordered.entries())
      assert.equal(comesAfter('registration_counts', one, two), place > other, `${place} ${other}`)
})
