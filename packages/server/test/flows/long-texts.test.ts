import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openAnySite, type Site } from '../support/site.ts'

const HEADINGS = '# a\n'.repeat(200_000)
/** Enough that nobody takes it for the one that was answered before the work began. */
const ANSWERED_MEANWHILE = 5

/** How many other requests are answered while this one waits. */
async function answeredDuring<T>(site: Site, work: Promise<T>): Promise<{ result: T; others: number }> {
  let isOver = false
  let others = 0
  const over = work.finally(() => {
    isOver = true
  })
  while (!isOver) {
    await site.get('/healthz')
    if (!isOver) others += 1
  }
  return { result: await over, others }
}

async function publishTwo(site: Site) {
  const first = await site.publish({ path: '/tools/saw', body: HEADINGS })
  const second = await site.publish({ path: '/tools/saw', body: `${HEADINGS}b\n`, revises: first })
  return { entry: first.entry_id, a: first.content_hash, b: second.content_hash }
}

test('while long revisions are compared others are answered', async (t) => {
  const site = await openAnySite(t, { topics: ['tools'] })
  const { entry, a, b } = await publishTwo(site)
  const path = `/api/v1/objects/${a}/diff/${b}`
  const { result, others } = await answeredDuring(site, site.get(path))
  assert.ok(others >= ANSWERED_MEANWHILE, `${others} answers meanwhile`)
  const { sections, unified, coarse } = result.as('diffRevisions')
  assert.deepEqual([unified.includes('\n+b'), coarse], [true, false])
  assert.ok(sections.length <= 1001)
  const page = await site.get(`/entries/${entry}/history?changes=${b}`, { headers: { accept: 'text/html' } })
  assert.match(page.text, /<ins>b<\/ins>/)
})

test('while a long text is checked others are answered', async (t) => {
  const site = await openAnySite(t, { topics: ['tools'] })
  const body = '![a](http://x.y/z.png) '.repeat(40_000)
  const { result, others } = await answeredDuring(site, site.candidate({ path: '/tools/saw', body }))
  assert.ok(result.candidate_hash)
  assert.ok(others >= ANSWERED_MEANWHILE, `${others} answers meanwhile`)
})
