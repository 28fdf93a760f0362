import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ANONYMOUS } from '../../src/core/authority.ts'
import { dispatchAs } from '../../src/pipeline/dispatch.ts'
import { NO_CREDENTIAL } from '../../src/pipeline/request.ts'
import { noteReads } from '../../src/storage/noted-reads.ts'
import { describeSites, type Site } from '../support/site.ts'
import type { Published } from '../support/steps.ts'

/** Every address under which a revision and its entry are told. */
function addressesOf({ entry_id, content_hash, path }: Published): string[] {
  const [, topic] = path.split('/')
  return [
    `/objects/${content_hash}`,
    `/api/v1/objects/${content_hash}`,
    `/api/v1/entries/${entry_id}`,
    `/api/v1/entries/${entry_id}/revisions`,
    `/api/v1/resolve?path=${path}`,
    `/api/v1/index?topic=${topic}`,
    '/api/v1/index',
    '/api/v1/changes',
    `/api/v1/topics/${topic}`,
    `/api/v1/topics/${topic}/policy`,
    `/read${path}`,
    `/revisions/${content_hash}`,
    `/entries/${entry_id}/history`,
    `/topics/${topic}/contents`,
  ]
}

/** Asks three times: what is asked for again is kept, so that the third answer may be a kept one. */
async function askAll(servers: readonly Site[], addresses: readonly string[]): Promise<string[]> {
  const seen: string[] = []
  for (const server of servers)
    for (const address of addresses) {
      const first = await server.get(address)
      await server.get(address)
      const again = await server.get(address)
      assert.equal(again.status, first.status, address)
      if (first.status === 200) assert.equal(again.text, first.text, address)
      seen.push(`${address} ${again.status} ${again.status === 200 ? again.text : again.json.code}`)
    }
  return seen
}

function setVisibility(site: Site, topic: string, visibility: 'public' | 'invited') {
  const expected_visibility = visibility === 'public' ? 'invited' : 'public'
  const body = { expected_visibility, visibility, reason: 'for a while' }
  return site.post(`/api/v1/topics/${topic}/visibility`, body, { token: site.admin })
}

describeSites((sites) => {
  test('what is kept of an answer never outlives the right to read it, in any process', async (t) => {
    const site = await sites.open(t, { topics: ['tools', 'toys'] })
    const servers = [site, await site.second(t)]
    const saw = await site.publish({ path: '/tools/saw' })
    const addresses = addressesOf(saw).filter((address) => address !== '/api/v1/changes')
    const open = await askAll(servers, addresses)
    await site.publish({ path: '/toys/top' })
    await site.candidate({ path: '/tools/axe' })
    const others = await askAll(servers, addresses)
    assert.deepEqual(
      others.filter((answer) => !answer.startsWith('/api/v1/index ')),
      open.filter((answer) => !answer.startsWith('/api/v1/index ')),
    )
    for (let time = 0; time < 3; time += 1) {
      ;(await setVisibility(site, 'tools', 'invited')).as('changeVisibility')
      const closed = await askAll(servers, addresses)
      for (const answer of closed)
        assert.match(answer, / 404 not_found$|"items":\[(?!.*saw)|index\?topic=tools 200 .*"items":\[\]/)
      ;(await setVisibility(site, 'tools', 'public')).as('changeVisibility')
      assert.deepEqual(await askAll(servers, addresses), others)
    }
  })

  test('what is kept of an answer says at once that a revision was superseded or retired', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const servers = [site, await site.second(t)]
    const first = await site.publish({ path: '/tools/saw' })
    await askAll(servers, addressesOf(first))
    const second = await site.publish({ path: '/tools/saw', revises: first, title: 'Saws again' })
    for (const server of servers) {
      const object = await server.get(`/objects/${first.content_hash}`)
      assert.match(object.header('link') ?? '', new RegExp(second.content_hash))
      const entry = (await server.get(`/api/v1/entries/${first.entry_id}`)).as('getEntry')
      assert.equal(entry.content_hash, second.content_hash)
    }
    await askAll(servers, addressesOf(second))
    const retired = { state: 'retired', reason: 'no longer so' }
    const answer = await site.post(`/api/v1/objects/${second.content_hash}/retirement`, retired, {
      token: site.admin,
    })
    answer.as('retireRevision')
    for (const server of servers) {
      assert.ok((await server.get(`/objects/${second.content_hash}`)).header('deprecation'))
      assert.equal((await server.get(`/api/v1/entries/${first.entry_id}`)).as('getEntry').status, 'retired')
      assert.deepEqual((await server.get('/api/v1/index')).as('listIndex').items, [])
    }
  })

  test('an answer is known to be good as long as the rows that it was made of are the same', async (t) => {
    if (sites.engine === 'postgres') return
    const site = await sites.open(t, { topics: ['tools', 'toys'] })
    const saw = await site.publish({ path: '/tools/saw' })
    const note = (operation: 'readObject' | 'getEntry', params: Record<string, string>) =>
      noteReads(async (isStill) => {
        await dispatchAs(site.app, ANONYMOUS, {
          operation,
          params,
          query: {},
          credential: NO_CREDENTIAL,
          idempotencyKey: null,
          requestId: '',
          network: null,
          readBody: async () => ({}),
        })
        return { isStill }
      })
    const object = await note('readObject', { sha256: saw.content_hash })
    const entry = await note('getEntry', { uuid: saw.entry_id })
    const stand = () => [object.isStill(), entry.isStill()]
    await site.publish({ path: '/toys/top' })
    assert.deepEqual(stand(), [true, true])
    const again = await site.publish({ path: '/tools/saw', revises: saw })
    assert.deepEqual(stand(), [false, false])
    const later = await note('readObject', { sha256: again.content_hash })
    await setVisibility(site, 'toys', 'invited')
    assert.equal(later.isStill(), true)
    await setVisibility(site, 'tools', 'invited')
    assert.equal(later.isStill(), false)
    await setVisibility(site, 'tools', 'public')
    assert.equal(later.isStill(), true)
  })
})
