import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BYTE_LIMITS } from '@colophon/contract'
import { openAnySite } from '../support/site.ts'

const filled = (part: string) => part.repeat(Math.floor((BYTE_LIMITS.articleBody - 64) / part.length))

/** Each of as many marks or lines as it can hold: as tokens they would take all of the search thread's memory. */
const TEXTS: Readonly<Record<string, string>> = {
  lines: filled('a\n'),
  headings: filled('# a\n'),
  quotes: filled(`${'>'.repeat(55)} a\n`),
  continued: `${'>'.repeat(55)} a\n${'b\n'.repeat(95_000)}`,
}

test('no text that is published takes the search of a site away', async (t) => {
  const lines: string[] = []
  const site = await openAnySite(t, {
    topics: ['tools'],
    write: (line) => void (line.includes('"level":"error"') && lines.push(line)),
  })
  const small = await site.publish({ path: '/tools/saw', title: 'A saw', body: '# Teeth\n\nSharp.\n' })
  for (const [name, body] of Object.entries(TEXTS)) {
    const { content_hash } = await site.publish({ path: `/tools/${name}`, title: `Only ${name}`, body })
    const found = (await site.get(`/api/v1/search?q=only+${name}`)).as('search')
    assert.deepEqual(
      found.items.map((item) => item.content_hash),
      [content_hash],
    )
    const outline = (await site.get(`/api/v1/objects/${content_hash}/sections`)).as('listSections')
    assert.ok(outline.items.length > 0)
  }
  const passages = (await site.get('/api/v1/passages?q=sharp+teeth')).as('findPassages')
  assert.equal(passages.items[0]?.content_hash, small.content_hash)
  assert.deepEqual(lines, [])
})
