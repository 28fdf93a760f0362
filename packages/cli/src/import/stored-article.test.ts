import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readStored } from '@colophon/client'
import type { Article } from './article-of-file.ts'
import { saysTheSame } from './stored-article.ts'

const article: Article = { kind: 'article', title: 'Tides', summary: 'They come.', body: 'a\r\nb' }
const observation: Article = {
  ...article,
  kind: 'observation',
  observed_at: '2026-03-01T00:00:00Z',
  refresh_after: '2027-03-01T00:00:00Z',
  applicability: 'here',
  references: [{ kind: 'url', url: 'https://tides.example/', checked_at: '2026-03-01T00:00:00Z' }],
}

/** The bytes of a revision, as contract section 2 has them. */
function stored(fields: object, body: string) {
  const lines = Object.entries(fields).map(([key, value]) => `${key}: ${JSON.stringify(value)}`)
  return readStored(Buffer.from(`---\n${lines.join('\n')}\n---\n\n${body}`))
}

const fields = { document_kind: 'article', references: [], summary: 'They come.', title: 'Tides' }
const observed = {
  ...fields,
  document_kind: 'observation',
  observed_at: '2026-03-01T00:00:00.000Z',
  refresh_after: '2027-03-01T00:00:00.000Z',
  applicability: 'here',
  references: [
    { kind: 'url', url: 'https://tides.example/', checked_at: '2026-03-01T00:00:00.000Z', note: null },
  ],
}

test('a body that begins like a front matter is still the body', () => {
  assert.equal(stored(fields, '---\nx: 1\n---\n\ny\n').body, '---\nx: 1\n---\n\ny\n')
})

test('what is stored is compared with what would be stored', () => {
  assert.ok(saysTheSame(article, stored(fields, 'a\nb\n')))
  assert.ok(saysTheSame(observation, stored(observed, 'a\nb\n')))
})

test('every difference counts', () => {
  assert.equal(saysTheSame(article, stored(fields, 'a\nb\nc\n')), false)
  for (const change of [
    { title: 'x' },
    { summary: 'x' },
    { document_kind: 'observation' },
    { references: [{}] },
  ])
    assert.equal(
      saysTheSame(article, stored({ ...fields, ...change }, 'a\nb\n')),
      false,
      JSON.stringify(change),
    )
  for (const change of [
    { observed_at: '2026-03-01T00:00:00.001Z' },
    { refresh_after: '2028-03-01T00:00:00.000Z' },
    { applicability: 'there' },
    { references: [] },
    { references: [{ ...observed.references[0], url: 'https://other.example/' }] },
    { references: [{ ...observed.references[0], checked_at: null }] },
  ])
    assert.equal(
      saysTheSame(observation, stored({ ...observed, ...change }, 'a\nb\n')),
      false,
      JSON.stringify(change),
    )
})
