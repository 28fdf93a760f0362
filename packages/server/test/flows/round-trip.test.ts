import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { hasText, isCleanLine, isCleanText, normaliseBody } from '@colophon/contract'
import fc from 'fast-check'
import { describeSites } from '../support/site.ts'

/** What front matter, JSON, Markdown, HTML, SQL and terminals could trip over. */
const HOSTILE = [
  '---',
  '--- ',
  'title: "x"',
  '"quoted"',
  "it's",
  '\\',
  '{"a":1}',
  '[x]',
  '# not a comment',
  '&amp;',
  '<script>',
  '$' + '{x}',
  '%00',
  'null',
  'true',
  '~',
  '!!js/function',
  '\u00a0',
  '\u202e',
  'e\u0301',
  '😀',
  '👩‍👩‍👧',
  "'; drop table entries; --",
  '*/',
  '\u{10fffd}',
  '🇩🇪',
]
const piece = fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: 'binary', maxLength: 8 }))
const line = fc
  .array(piece, { minLength: 1, maxLength: 8 })
  .map((pieces) => [...pieces.join(' ')].slice(0, 200).join(''))
  .filter((text) => isCleanLine(text) && hasText(text))
const body = fc
  .array(fc.oneof(piece, fc.constantFrom('\n', '\r\n', '\n---\n', '\t', '\n\n')), {
    minLength: 1,
    maxLength: 20,
  })
  .map((pieces) => pieces.join(''))
  .filter((text) => text !== '' && isCleanText(text))

/** The front matter as any reader of the format would take it apart, without the product's own code. */
function takeApart(text: string) {
  const end = text.indexOf('\n---\n\n')
  const fields = text
    .slice(4, end)
    .split('\n')
    .map((row): [string, unknown] => [
      row.slice(0, row.indexOf(': ')),
      JSON.parse(row.slice(row.indexOf(': ') + 2)),
    ])
  return { fields: new Map(fields), body: text.slice(end + 6) }
}

describeSites((sites) => {
  test('whatever title, summary and body hold, the bytes give them back and hash to their name', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    let made = 0
    const property = fc.asyncProperty(fc.record({ title: line, summary: line, body }), async (sent) => {
      made += 1
      const published = await site.publish({ path: `/tools/n${made}`, ...sent })
      const { bytes, text } = await site.get(`/objects/${published.content_hash}`)
      assert.equal(createHash('sha256').update(bytes).digest('hex'), published.content_hash)
      const read = takeApart(text)
      assert.equal(read.fields.get('title'), sent.title)
      assert.equal(read.fields.get('summary'), sent.summary)
      assert.equal(read.body, normaliseBody(sent.body))
      const entry = (await site.get(`/api/v1/entries/${published.entry_id}`)).as('getEntry')
      assert.deepEqual([entry.title, entry.summary], [sent.title, sent.summary])
      const object = (await site.get(`/api/v1/objects/${published.content_hash}`)).json
      assert.deepEqual([object.title, object.summary], [sent.title, sent.summary])
    })
    await fc.assert(property, { numRuns: 40 })
  })
})
