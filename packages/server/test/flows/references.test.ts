import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeSites, type Site } from '../support/site.ts'
import { submissionOf } from '../support/steps.ts'

function submit(site: Site, references: unknown, token = site.admin) {
  const body = { ...submissionOf({ path: '/tools/citing' }), references }
  return site.post('/api/v1/submissions', body, { token })
}

describeSites((sites) => {
  test('the reference that an entry offers can be copied as it is', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const cited = await site.publish({ path: '/tools/cited', title: 'Cited' })
    const { reference } = (await site.get(`/api/v1/entries/${cited.entry_id}`)).as('getEntry')
    const citing = await site.publish({
      path: '/tools/citing',
      references: [{ ...reference, relation: 'related_to' }],
    })
    const entry = (await site.get(`/api/v1/entries/${citing.entry_id}`)).as('getEntry')
    assert.deepEqual(entry.references, [{ ...reference, relation: 'related_to' }])
  })

  test('what a reference to a revision leaves out is filled in from it', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const cited = await site.publish({ path: '/tools/cited', title: 'Cited' })
    const citing = await site.publish({
      path: '/tools/citing',
      references: [{ kind: 'service', sha256: cited.content_hash }],
    })
    const { references } = (await site.get(`/api/v1/entries/${citing.entry_id}`)).as('getEntry')
    assert.partialDeepStrictEqual(references[0] ?? {}, {
      entry_id: cited.entry_id,
      path: '/tools/cited',
      title: 'Cited',
    })
  })

  test('a reference that is wrong or names nothing readable is refused with its pointer', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const { content_hash } = await site.publish({ path: '/tools/cited' })
    const cases: [string, Record<string, unknown>][] = [
      ['/references/0/sha256', { kind: 'service' }],
      ['/references/0/sha256', { kind: 'service', sha256: '0'.repeat(64) }],
      ['/references/0/title', { kind: 'service', sha256: content_hash, title: 'Another' }],
      ['/references/0/path', { kind: 'service', sha256: content_hash, path: '/tools/other' }],
      ['/references/0/url', { kind: 'service', sha256: content_hash, url: 'https://example.org/' }],
      ['/references/0/url', { kind: 'url' }],
      ['/references/0/url', { kind: 'url', url: 'javascript:alert(1)' }],
      ['/references/0/url', { kind: 'url', url: 'https://user:word@example.org/' }],
      ['/references/0/url', { kind: 'url', url: 'https://example.org/\u0000' }],
      ['/references/0/sha256', { kind: 'url', url: 'https://example.org/', sha256: content_hash }],
      ['/references/0/kind', { kind: 'file' }],
      ['/references/0/more', { kind: 'url', url: 'https://example.org/', more: 1 }],
    ]
    for (const [pointer, reference] of cases) {
      const refused = (await submit(site, [reference])).refused('invalid_request')
      assert.ok(
        refused.errors?.some((error) => error.pointer === pointer),
        `${pointer} ${JSON.stringify(refused.errors)}`,
      )
    }
  })

  test('a hundred references are allowed, one more is not', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const many = (count: number) =>
      Array.from({ length: count }, (_, place) => ({ kind: 'url', url: `https://example.org/${place}` }))
    ;(await submit(site, many(100))).as('createSubmission')
    assert.equal(
      (await submit(site, many(101))).refused('invalid_request').errors?.[0]?.pointer,
      '/references',
    )
  })

  test('an object that the author cannot read is refused like one that is not there', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    await site.topic('hidden', 'invited')
    const hidden = await site.publish({ path: '/hidden/secret' })
    const token = await site.token({ preset: 'contributor', topic_grants: ['tools'] })
    const cite = async (sha256: string) =>
      (await submit(site, [{ kind: 'service', sha256 }], token)).refused('invalid_request')
    const [notYours, notThere] = [await cite(hidden.content_hash), await cite('0'.repeat(64))]
    assert.deepEqual([notYours.detail, notYours.errors], [notThere.detail, notThere.errors])
  })
})
