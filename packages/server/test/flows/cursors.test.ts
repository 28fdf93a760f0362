import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { describeSites, type Site } from '../support/site.ts'

async function cursorOf(site: Site, path: string, token: string | null = null): Promise<string> {
  const { next_cursor } = (await site.get(path, { token })).json
  assert.ok(typeof next_cursor === 'string')
  return next_cursor
}

async function threeEntries(site: Site): Promise<void> {
  for (const name of ['a', 'b', 'c']) await site.publish({ path: `/tools/${name}` })
}

describeSites((sites) => {
  test('a cursor holds for its route, filters and view alone', async (t) => {
    const site = await sites.open(t, { topics: ['tools', 'toys'] })
    await threeEntries(site)
    const cursor = await cursorOf(site, '/api/v1/index?limit=1')
    const ask = (path: string, token: string | null = null) => site.get(`${path}cursor=${cursor}`, { token })
    for (const path of ['/api/v1/index?limit=1&', '/api/v1/index?limit=7&', '/api/v1/index?'])
      assert.equal((await ask(path)).status, 200)
    for (const path of ['/api/v1/topics?', '/api/v1/index?topic=tools&', '/api/v1/index?mode=direct&'])
      (await ask(path)).refused('invalid_cursor')
    ;(await ask('/api/v1/index?', site.admin)).refused('invalid_cursor')
    const mine = await cursorOf(site, '/api/v1/index?limit=1', site.admin)
    const other = await site.token()
    for (const token of [null, other])
      (await site.get(`/api/v1/index?cursor=${mine}`, { token })).refused('invalid_cursor')
  })

  test('a cursor of one token does not hold for another of the same identity that sees more or may do more', async (t) => {
    const site = await sites.open(t, { topics: ['tools', 'toys'] })
    await threeEntries(site)
    const { token, identity_id } = await site.issue({ preset: 'contributor', topic_grants: ['tools'] })
    const cursor = await cursorOf(site, '/api/v1/index?limit=1', token)
    const again = await site.token({ identity_id, preset: 'contributor', topic_grants: ['tools'] })
    const wider = await site.token({ identity_id, preset: 'contributor', topic_grants: ['tools', 'toys'] })
    const abler = await site.token({ identity_id, preset: 'curator', topic_grants: ['tools'] })
    const ask = (own: string) => site.get(`/api/v1/index?cursor=${cursor}`, { token: own })
    assert.equal((await ask(again)).status, 200)
    for (const other of [wider, abler]) (await ask(other)).refused('invalid_cursor')
  })

  test('a cursor of the revisions of one entry does not hold for another', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const one = await site.publish({ path: '/tools/a' })
    await site.publish({ path: '/tools/a', revises: one })
    const other = await site.publish({ path: '/tools/b' })
    const cursor = await cursorOf(site, `/api/v1/entries/${one.entry_id}/revisions?limit=1`)
    ;(await site.get(`/api/v1/entries/${other.entry_id}/revisions?cursor=${cursor}`)).refused(
      'invalid_cursor',
    )
  })

  test('a cursor of a year ago still holds, in another process too', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    await threeEntries(site)
    const cursor = await cursorOf(site, '/api/v1/index?limit=1')
    site.clock.advance({ days: 365 })
    const other = await site.second(t)
    const { items } = (await other.get(`/api/v1/index?cursor=${cursor}`)).as('listIndex')
    assert.deepEqual(
      items.map((item) => item.path),
      ['/tools/b', '/tools/a'],
    )
  })

  test('the cursor of an invited view says nothing of what it holds', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    await threeEntries(site)
    const cursor = await cursorOf(site, '/api/v1/index?limit=1')
    assert.doesNotMatch(Buffer.from(cursor, 'base64url').toString('latin1'), /2026|tools/)
  })

  test('a cursor that was changed anywhere, or made up, is refused', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    await threeEntries(site)
    const cursor = await cursorOf(site, '/api/v1/index?limit=1')
    const refuse = async (given: string) => {
      const answer = await site.get(`/api/v1/index?cursor=${encodeURIComponent(given)}`)
      answer.refused('invalid_cursor')
    }
    const flipped = fc
      .tuple(fc.nat(cursor.length - 1), fc.constantFrom(...'AZaz09-_'))
      .map(([place, letter]) => {
        const changed = cursor.slice(0, place) + letter + cursor.slice(place + 1)
        return changed === cursor ? `${cursor}A` : changed
      })
    const cut = fc.nat(cursor.length - 1).map((length) => cursor.slice(0, length))
    const noise = fc.string({ maxLength: 100 }).filter((text) => text !== cursor)
    await fc.assert(fc.asyncProperty(fc.oneof(flipped, cut, noise), refuse), { numRuns: 60 })
    const lengths = [3000, 4001, 8000].map((length) => 'a'.repeat(length))
    for (const given of ['', ...lengths, `${cursor}=`, `${cursor}A`, ` ${cursor}`, cursor.toUpperCase()])
      await refuse(given)
  })
})
