import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PAGE_LIMITS } from '@colophon/contract'
import { openAnySite } from '../../test/support/site.ts'
import { createBytesCache } from '../storage/blobs/bytes-cache.ts'
import { packText } from './set-text.ts'
import { createTextRenderer } from './text-renderer.ts'

const textOf = (html: Uint8Array) => Buffer.from(html).toString()

test('a text is set once for its hash, whoever looks and however often', async (t) => {
  const site = await openAnySite(t, { topics: ['tools'] })
  const { content_hash } = await site.publish({ path: '/tools/saw', body: 'Some *teeth*.\n' })
  const { bytes } = await site.get(`/objects/${content_hash}`)
  let reads = 0
  const read = async () => {
    reads += 1
    return bytes
  }
  const revision = { sha256: content_hash, title: 'Saws', path: '/tools/saw', read }
  const textRenderer = site.app.textRenderer
  const look = () => textRenderer.revision(revision)
  const texts = [...(await Promise.all([look(), look()])), await look()]
  for (const { html, failure } of texts)
    assert.deepEqual([textOf(html), failure], ['<p>Some <em>teeth</em>.</p>\n', null])
  assert.equal(reads, 1)
})

test('a text that could not be set is tried again after a while that doubles, and then kept', async (t) => {
  const site = await openAnySite(t, { topics: ['tools'] })
  const { content_hash } = await site.publish({ path: '/tools/saw' })
  const { bytes } = await site.get(`/objects/${content_hash}`)
  const { renderRetryMilliseconds: wait } = PAGE_LIMITS
  let clock = 0
  let isTooMuch = true
  let tried = 0
  const renderer = {
    text: async () => {
      tried += 1
      return isTooMuch
        ? ('too-much' as const)
        : packText({ html: '<p>Fine.</p>', headings: [], opening: null })
    },
    layout: async () => 'not-tried' as const,
    close: () => {},
  }
  const settings = { remoteImages: false }
  const text = createTextRenderer({
    settings,
    bytes: createBytesCache(1_000_000),
    renderer,
    now: () => clock,
  })
  const read = async () => bytes
  const look = () => text.revision({ sha256: 'a', title: '', path: '/a/b', read })
  assert.equal((await look()).failure, 'too-much')
  for (const [later, expected] of [
    [wait - 1, 1],
    [1, 2],
    [wait * 2 - 1, 2],
    [1, 3],
  ] as const) {
    clock += later
    assert.equal((await look()).failure, 'too-much')
    assert.equal(tried, expected)
  }
  isTooMuch = false
  clock += wait * 4
  for (let time = 0; time < 2; time += 1) assert.equal((await look()).failure, null)
  assert.equal(tried, 4)
})

test('a long text that is shown as written is all there, wherever its pieces end', async (t) => {
  const renderer = {
    text: async () => 'too-much' as const,
    layout: async () => 'not-tried' as const,
    close: () => {},
  }
  const text = createTextRenderer({
    settings: { remoteImages: false },
    bytes: createBytesCache(1_000_000),
    renderer,
  })
  t.after(() => text.close())
  for (const [written, shown] of [
    ['😀', '😀'],
    ['\u{e0041}', '⟨U+E0041⟩'],
    ['<&', '&lt;&amp;'],
    ['\ud83d', '\ufffd'],
  ] as const)
    for (const before of [65_534, 65_535, 65_536, 0]) {
      const body = `${'a'.repeat(before)}${written}${'b'.repeat(70_000)}${written}`
      const { html } = await text.draft({ body, title: '', path: '/a/b' })
      const expected = `${'a'.repeat(before)}${shown}${'b'.repeat(70_000)}${shown}`
      assert.ok(
        textOf(html) === `<pre class="plain" tabindex="0">${expected}</pre>`,
        `${written} after ${before}`,
      )
    }
})
