import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OPERATIONS, type Resource } from '@colophon/contract'
import { hiddenThings, pathWith, plausibleBody } from '../support/hidden-things.ts'
import { assertSame } from '../support/sameness.ts'
import { describeSites, type Site } from '../support/site.ts'
import { unknownName } from '../support/walk.ts'

describeSites((sites) => {
  test('what is not yours and what is not there have the same answer, to the byte', async (t) => {
    const site = await sites.open(t)
    const hidden = await hiddenThings(site)
    await site.topic('open')
    const outside = await site.token({ preset: 'curator', topic_grants: ['open'], review_grants: [] })
    let compared = 0
    for (const operation of Object.values(OPERATIONS)) {
      const resources = Object.values<Resource>('params' in operation ? operation.params : {})
      if (resources.length === 0 || resources.some((resource) => hidden[resource] === undefined)) continue
      const notYours = pathWith(operation, (resource) => hidden[resource] ?? '')
      const notThere = pathWith(operation, unknownName)
      for (const token of operation.access.credential === 'required' ? [outside] : [null, outside]) {
        const ask = (path: string) =>
          operation.method === 'GET'
            ? site.get(path, { token, headers: { 'if-none-match': '*' } })
            : site.post(path, plausibleBody(operation.id), { token })
        const answer = await ask(notYours)
        answer.refused('not_found')
        assertSame(answer, await ask(notThere))
        compared += 1
      }
    }
    assert.ok(compared >= 15)
  })

  test('no method, range or condition tells a hidden object from one that is not there', async (t) => {
    const site = await sites.open(t)
    const { object = '' } = await hiddenThings(site)
    const missing = 'a'.repeat(64)
    const variants: Record<string, string>[] = [
      { range: 'bytes=0-3' },
      { range: 'bytes=999999-' },
      { 'if-none-match': `W/"${object}"` },
      { 'if-none-match': `"x", "${object}"` },
      { 'if-match': '"x"' },
      { 'if-modified-since': 'Fri, 01 Jan 2100 00:00:00 GMT' },
      { 'accept-encoding': 'br' },
      { 'x-http-method-override': 'POST' },
    ]
    for (const place of ['/objects/', '/api/v1/objects/', '/revisions/', '/lineage/'])
      for (const headers of variants)
        for (const method of ['GET', 'HEAD', 'OPTIONS', 'DELETE']) {
          const ask = (hash: string) => site.send(method, place + hash, { headers })
          const answer = await ask(object)
          assert.equal(answer.status, 404)
          assertSame(answer, await ask(missing))
        }
  })

  test('a path of an invited topic resolves like one that nobody has', async (t) => {
    const site = await sites.open(t)
    await hiddenThings(site)
    const resolve = (path: string) => site.get(`/api/v1/resolve?path=${path}`)
    assertSame(await resolve('/hidden/secret'), await resolve('/hidden/nothing'))
    assertSame(await resolve('/hidden/secret'), await resolve('/nowhere/nothing'))
  })

  test('a filter that names a hidden topic gives the same empty list as one that names none', async (t) => {
    const site = await sites.open(t)
    await hiddenThings(site)
    const index = (topic: string) => site.get(`/api/v1/index?topic=${topic}`)
    assert.deepEqual((await index('hidden')).as('listIndex').items, [])
    assertSame(await index('hidden'), await index('nowhere'))
  })

  test('making a topic invited hides everything of it at once, and public again shows it', async (t) => {
    const site = await sites.open(t)
    const other = await site.second(t)
    await site.topic('tools')
    const { entry_id, content_hash, publication_hash } = await site.publish({ path: '/tools/hammer' })
    const places = [
      '/api/v1/topics/tools',
      '/api/v1/topics/tools/policy',
      `/api/v1/entries/${entry_id}`,
      `/api/v1/entries/${entry_id}/revisions`,
      '/api/v1/resolve?path=/tools/hammer',
      `/objects/${content_hash}`,
      `/objects/${publication_hash}`,
      `/api/v1/objects/${content_hash}`,
    ]
    const lists = ['/api/v1/topics', '/api/v1/index']
    const expectAll = async (status: number, length: number) => {
      for (const server of [site, other]) {
        for (const path of places) assert.equal((await server.get(path)).status, status, path)
        for (const path of lists) assert.equal(lengthOf((await server.get(path)).json.items), length, path)
      }
    }
    const tag = (await site.get(`/objects/${content_hash}`)).header('etag') ?? ''
    await expectAll(200, 1)
    await changeVisibility(site, 'public', 'invited')
    await expectAll(404, 0)
    const conditional = await site.get(`/objects/${content_hash}`, { headers: { 'if-none-match': tag } })
    conditional.refused('not_found')
    await changeVisibility(site, 'invited', 'public')
    await expectAll(200, 1)
  })
})

async function changeVisibility(site: Site, expected_visibility: string, visibility: string): Promise<void> {
  const body = { expected_visibility, visibility, reason: 'a test' }
  ;(await site.post('/api/v1/topics/tools/visibility', body, { token: site.admin })).as('changeVisibility')
}

function lengthOf(items: unknown): number | null {
  return Array.isArray(items) ? items.length : null
}
