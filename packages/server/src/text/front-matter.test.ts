import assert from 'node:assert/strict'
import { test } from 'node:test'
import { normaliseBody } from '@colophon/contract'
import fc from 'fast-check'
import { parse } from 'yaml'
import { sha256Hex } from '../core/hash.ts'
import { decodeRevision, encodeRevision, type RevisionMeta } from './front-matter.ts'

const article: RevisionMeta = {
  accepted_by: 'Ada',
  author: 'Ada',
  created_at: '2026-03-01T09:30:00.000Z',
  document_kind: 'article',
  entry_id: '6f1c3a52-5ad1-4d34-9d0f-3f5b8f0a7a11',
  format_version: 1,
  kind: 'candidate',
  parent_hash: null,
  path: '/tides/spring',
  policy_hash: 'a'.repeat(64),
  proposal_hash: 'b'.repeat(64),
  references: [],
  summary: 'When the range is largest.',
  title: 'Spring tides',
  topic_id: 'tides',
  applicability: null,
  observed_at: null,
  refresh_after: null,
}
const observation: RevisionMeta = {
  ...article,
  document_kind: 'observation',
  applicability: 'Brest, 2026',
  observed_at: '2026-02-01T00:00:00.000Z',
  refresh_after: '2026-08-01T00:00:00.000Z',
}

const nasty = fc.constantFrom(
  '---',
  '---\n',
  '\n---\n\n',
  ': ---',
  '# no comment',
  '- x',
  '{a: 1}',
  '&a *a',
  '!!js/function x',
  '\u0085',
  '\u2028',
  '\ufeff',
  '\u0000',
  '\u007f',
  '\u{1f469}\u200d\u{1f4bb}',
  '"',
  "'",
  '\\',
  '\t',
  '\r',
  '%YAML 1.1',
  'null',
  'author: Mallory',
)
const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(fc.oneof(nasty, fc.string({ unit: 'grapheme' })), { maxLength: 8 }).map((parts) => parts.join('')),
)
const anyBody = anyText.map(normaliseBody).filter((body) => normaliseBody(body) === body)
const textOrNull = fc.option(anyText)
const reference = fc.record(
  {
    kind: fc.constantFrom('service' as const, 'url' as const),
    checked_at: textOrNull,
    entry_id: textOrNull,
    note: textOrNull,
    path: textOrNull,
    relation: textOrNull,
    revision_created_at: textOrNull,
    selection: textOrNull,
    sha256: textOrNull,
    title: textOrNull,
    url: textOrNull,
  },
  { noNullPrototype: true },
)
const anyMeta = fc
  .tuple(
    fc.constantFrom(article, observation),
    anyText,
    anyText,
    anyText,
    fc.array(reference, { maxLength: 3 }),
  )
  .map(([base, title, summary, author, references]) => ({ ...base, title, summary, author, references }))

test('an article has the bytes that the contract describes', () => {
  const { bytes } = encodeRevision({ ...article, title: 'a "b": c' }, 'Body\n')
  assert.equal(
    new TextDecoder().decode(bytes),
    `---
accepted_by: "Ada"
author: "Ada"
created_at: "2026-03-01T09:30:00.000Z"
document_kind: "article"
entry_id: "6f1c3a52-5ad1-4d34-9d0f-3f5b8f0a7a11"
format_version: 1
kind: "candidate"
parent_hash: null
path: "/tides/spring"
policy_hash: "${'a'.repeat(64)}"
proposal_hash: "${'b'.repeat(64)}"
references: []
summary: "When the range is largest."
title: "a \\"b\\": c"
topic_id: "tides"
---

Body
`,
  )
})

test('an observation has three fields more', () => {
  const text = new TextDecoder().decode(encodeRevision(observation, 'x\n').bytes)
  assert.match(text, /^applicability: "Brest, 2026"$/m)
  assert.match(text, /^observed_at: "2026-02-01T00:00:00.000Z"\nparent_hash: null$/m)
  assert.match(text, /^refresh_after: "2026-08-01T00:00:00.000Z"\nsummary: /m)
})

test('any title, summary, author, reference and body come back unchanged', () => {
  fc.assert(
    fc.property(anyMeta, anyBody, (meta, body) => {
      const { sha256, bytes } = encodeRevision(meta, body)
      assert.equal(sha256, sha256Hex(bytes))
      assert.deepEqual(decodeRevision(bytes), { meta, body })
    }),
  )
})

test('every YAML parser reads the same values, in alphabetical order', () => {
  fc.assert(
    fc.property(anyMeta, anyBody, (meta, body) => {
      const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(encodeRevision(meta, body).bytes)
      const fields = parse(text.slice(4, text.indexOf('\n---\n\n') + 1))
      const { applicability, observed_at, refresh_after, ...common } = meta
      const observed = meta.document_kind === 'article' ? {} : { applicability, observed_at, refresh_after }
      assert.deepEqual(fields, { ...common, ...observed })
      assert.deepEqual(Object.keys(fields), Object.keys(fields).sort())
    }),
  )
})

test('a body that looks like front matter stays the body', () => {
  for (const body of ['---\nauthor: "Mallory"\n---\n\nx\n', '---\n', '\n---\n', '\n', '\ufeffx\n']) {
    assert.equal(decodeRevision(encodeRevision(article, body).bytes).body, body)
  }
})

test('fields that do not fit the kind, and a body that is not normalised, are not encoded', () => {
  assert.throws(() => encodeRevision({ ...article, applicability: 'here' }, 'x\n'), TypeError)
  assert.throws(() => encodeRevision({ ...observation, refresh_after: null }, 'x\n'), TypeError)
  assert.throws(() => encodeRevision({ ...article, title: 'a\ud800' }, 'x\n'))
  assert.throws(() => encodeRevision(Object.assign({ tags: [] }, article), 'x\n'), TypeError)
  for (const body of ['', 'x', 'x\n\n', 'x\r\n', 'x\ud800\n'])
    assert.throws(() => encodeRevision(article, body), TypeError)
})

test('only the canonical bytes of a revision are decoded', () => {
  const good = new TextDecoder().decode(encodeRevision(article, 'Body\n').bytes)
  const changed = [
    '',
    '---\n---\n\nBody\n',
    good.slice(4),
    ` ${good}`,
    `\ufeff${good}`,
    good.slice(0, -1),
    `${good}\n`,
    good.replace('---\n\n', '---\n'),
    good.replaceAll('\n', '\r\n'),
    good.replace('title: "Spring', 'title:  "Spring'),
    good.replace('"Spring tides"', 'Spring tides'),
    good.replace('"Spring', '"\\u0053pring'),
    good.replace('format_version: 1', 'format_version: 1.0'),
    good.replace('format_version: 1', 'format_version: 2'),
    good.replace('references: []', 'references: [1]'),
    good.replace('references: []', 'references: [{"kind":"url"}]'),
    good.replace('"article"', '"observation"'),
    good.replace('author: "Ada"', 'author: "Ada"\nauthor: "Ada"'),
    good.replace('author: "Ada"\n', ''),
    good.replace('author: "Ada"\n', 'author: "Ada"\nbadge: 1\n'),
    good.replace('author: "Ada"\n', '__proto__: {}\nauthor: "Ada"\n'),
    good.replace('accepted_by: "Ada"\nauthor: "Ada"', 'author: "Ada"\naccepted_by: "Ada"'),
    good.replace('author: "Ada"\n', 'applicability: null\nauthor: "Ada"\n'),
  ]
  for (const text of changed) assert.throws(() => decodeRevision(new TextEncoder().encode(text)), text)
  assert.throws(() => decodeRevision(Uint8Array.of(...new TextEncoder().encode(good), 0xc0, 0xaf, 0x0a)))
})

test('whatever bytes are decoded come out again unchanged', () => {
  const { bytes } = encodeRevision(observation, 'Body\n')
  fc.assert(
    fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
      const other = Uint8Array.from(bytes, (byte, i) => (i === at ? byte ^ change : byte))
      const decoded = decodeOrNull(other)
      if (decoded) assert.deepEqual(encodeRevision(decoded.meta, decoded.body).bytes, other)
    }),
  )
})

function decodeOrNull(bytes: Uint8Array) {
  try {
    return decodeRevision(bytes)
  } catch {
    return null
  }
}
