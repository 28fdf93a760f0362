import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openAnySite } from '../../../../test/support/site.ts'
import { typesetterOf } from './typesetter.ts'

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
  const typesetter = typesetterOf(site.app)
  const look = () => typesetter.revision(revision)
  const texts = [...(await Promise.all([look(), look()])), await look()]
  for (const { html, failure } of texts)
    assert.deepEqual({ html, failure }, { html: '<p>Some <em>teeth</em>.</p>\n', failure: null })
  assert.equal(reads, 1)
})
