import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { createClient } from '@colophon/client'
import { describeStores, type Site } from '../support/site.ts'

const BODY = 'Before é.\n\n# Saws 😀\n\nCut.\n\n## Care\n\n```\n# no heading\n```\n\n> ### *Oil*\n> Use it.\n'

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

async function sectionsOf(site: Site, hash: string, token: string | null = null) {
  return (await site.get(`/api/v1/objects/${hash}/sections`, { token })).as('listSections')
}

describeStores((sites) => {
  test('the sections of a revision joined are its bytes, and each is found by its range', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const { content_hash } = await site.publish({ path: '/tools/saw', body: BODY })
    const whole = (await site.get(`/objects/${content_hash}`)).bytes
    const { items, next_cursor } = await sectionsOf(site, content_hash)
    assert.equal(next_cursor, null)
    assert.deepEqual(
      items.map(({ index, level, heading }) => [index, level, heading]),
      [
        [0, 0, null],
        [1, 0, null],
        [2, 1, 'Saws 😀'],
        [3, 2, 'Care'],
        [4, 3, 'Oil'],
      ],
    )
    const parts: Buffer[] = []
    for (const { start, end, sha256: hash, approx_tokens } of items) {
      const part = await site.get(`/objects/${content_hash}`, {
        headers: { range: `bytes=${start}-${end - 1}` },
      })
      assert.equal(part.status, 206)
      assert.equal(sha256(part.bytes), hash)
      assert.equal(approx_tokens, Math.ceil(part.bytes.length / 4))
      parts.push(part.bytes)
    }
    assert.ok(Buffer.concat(parts).equals(whole))
  })

  test('an outline is for whoever may read the revision, and of nothing but a revision', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    await site.topic('vault', 'invited')
    const { content_hash: hidden } = await site.publish({ path: '/vault/key' })
    const { publication_hash } = await site.publish({ path: '/tools/saw' })
    const { candidate_hash } = await site.candidate({ path: '/tools/drill' })
    const refused = async (hash: string, token: string | null = null) =>
      (await site.get(`/api/v1/objects/${hash}/sections`, { token })).refused('not_found')
    for (const hash of [hidden, candidate_hash, publication_hash, '0'.repeat(64)]) await refused(hash)
    await refused(publication_hash, site.admin)
    for (const hash of [hidden, candidate_hash])
      assert.equal((await sectionsOf(site, hash, site.admin)).items.length, 2)
    const bad = await site.get(`/api/v1/objects/${hidden}/sections?limit=1`)
    bad.refused('invalid_request')
  })

  test('a revision with more sections than an answer holds has more pages', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const body = Array.from({ length: 2100 }, (_, place) => `# ${place}\n`).join('')
    const { content_hash } = await site.publish({ path: '/tools/saw', body })
    const whole = (await site.get(`/objects/${content_hash}`)).bytes
    let end = 0
    let index = 0
    const client = createClient({ url: site.url })
    for await (const section of client.pages('listSections', { params: { sha256: content_hash } })) {
      assert.equal(section.start, end)
      assert.equal(section.index, index)
      assert.equal(sha256(whole.subarray(section.start, section.end)), section.sha256)
      end = section.end
      index += 1
    }
    assert.equal(end, whole.length)
    assert.equal(index, 2101)
    const other = await site.publish({ path: '/tools/drill', body: BODY })
    const { next_cursor } = await sectionsOf(site, content_hash)
    const crossed = await site.get(`/api/v1/objects/${other.content_hash}/sections?cursor=${next_cursor}`)
    crossed.refused('invalid_cursor')
  })
})
