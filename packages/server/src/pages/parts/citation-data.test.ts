import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bibTexOf, type CitedRevision, cslOf, jsonLdOf } from './citation-data.ts'

const SHA256 = `${'0f'.repeat(31)}ff`
const cited: CitedRevision = {
  sha256: SHA256,
  title: 'Saws & 100% {of} $them_ #1 ~^\\',
  summary: 'Which saw to take.',
  author: 'Ada {and} Co',
  topic_id: 'tools',
  entry_id: '00000000-0000-4000-8000-000000000001',
  document_kind: 'article',
  published_at: '2026-03-02T10:00:00.000Z',
  created_at: '2026-03-01T10:00:00.000Z',
  baseUrl: 'https://press.example',
  license: { name: 'CC-BY-4.0', url: 'https://spdx.org/licenses/CC-BY-4.0.html' },
}

test('BibTeX has nothing that it would read as a command', () => {
  assert.equal(
    bibTexOf(cited),
    `@misc{tools-0f0f0f0f0f0f,
  author = {{Ada \\{and\\} Co}},
  title = {{Saws \\& 100\\% \\{of\\} \\$them\\_ \\#1 \\textasciitilde{}\\textasciicircum{}\\textbackslash{}}},
  year = {2026},
  month = {03},
  howpublished = {press.example},
  url = {https://press.example/revisions/${SHA256}},
  note = {SHA-256 ${SHA256}},
}`,
  )
})

test('CSL-JSON names the author as it is written and the day of the publication', () => {
  assert.partialDeepStrictEqual(cslOf(cited), {
    author: [{ literal: 'Ada {and} Co' }],
    issued: { 'date-parts': [[2026, 3, 2]] },
    URL: `https://press.example/revisions/${SHA256}`,
  })
})

test('JSON-LD is a TechArticle with its hash and its licence; a candidate was published on no day', () => {
  assert.partialDeepStrictEqual(jsonLdOf(cited), {
    '@type': 'TechArticle',
    version: SHA256,
    identifier: [`ni:///sha-256;${Buffer.from(SHA256, 'hex').toString('base64url')}`],
    license: 'https://spdx.org/licenses/CC-BY-4.0.html',
    datePublished: '2026-03-02T10:00:00.000Z',
  } as never)
  const candidate = jsonLdOf({ ...cited, published_at: null, license: null })
  assert.ok(!('datePublished' in candidate) && !('license' in candidate))
})
