import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { addDays, addSeconds } from '../../src/core/utc-day.ts'
import { manualEvidence, urlEvidence } from '../support/editorial.ts'
import { describeSites, type Site } from '../support/site.ts'

async function candidateIn(site: Site): Promise<string> {
  const { candidate_hash } = await site.candidate({ path: `/tools/${randomUUID()}` })
  return `/api/v1/candidates/${candidate_hash}/evidence`
}

function reviewer(site: Site): Promise<string> {
  return site.token({ preset: 'reviewer', topic_grants: ['tools'], review_grants: [] })
}

interface LocalPages {
  url: string
  requests: string[]
  /** Settled by the first request. */
  asked: Promise<void>
  /** Lets `/slow` be answered. */
  letGo(): void
}

async function localPages(t: { after(work: () => Promise<void>): void }): Promise<LocalPages> {
  const requests: string[] = []
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>()
  const { promise: released, resolve: letGo } = Promise.withResolvers<void>()
  const server = createServer(async (request, response) => {
    requests.push(request.url ?? '')
    ask()
    if (request.url === '/slow') await released
    if (request.url === '/away') response.writeHead(302, { location: 'ftp://127.0.0.1/' }).end()
    else if (request.url === '/gone') response.writeHead(404).end('gone')
    else response.writeHead(200, { 'content-type': 'text/plain' }).end('a source')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(async () => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests, asked, letGo }
}

/** None of them is gone to, whatever answers there. */
const HOSTILE = [
  'http://127.0.0.1/',
  'http://127.0.0.1:8787/api/v1/me',
  'http://localhost/',
  'http://localhost:22/',
  'http://0.0.0.0/',
  'http://0/',
  'http://2130706433/',
  'http://0x7f000001/',
  'http://0177.0.0.1/',
  'http://127.1/',
  'http://10.0.0.1/',
  'http://100.64.0.1/',
  'http://172.16.0.1/',
  'http://192.168.0.1/',
  'http://192.0.2.1/',
  'http://198.18.0.1/',
  'http://169.254.169.254/latest/meta-data/',
  'http://169.254.169.254:80/',
  'http://168.63.129.16/',
  'http://100.100.100.200/',
  'http://224.0.0.1/',
  'http://255.255.255.255/',
  'http://[::]/',
  'http://[::1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:8.8.8.8]/',
  'http://[::127.0.0.1]/',
  'http://[64:ff9b::7f00:1]/',
  'http://[64:ff9b:1::1]/',
  'http://[2002:7f00:1::]/',
  'http://[2001::1]/',
  'http://[fd00:ec2::254]/',
  'http://[fe80::1]/',
  'http://[fe80::1%25lo]/',
  'http://[ff02::1]/',
  'http://user:secret@8.8.8.8/',
  'https://8.8.8.8:8443/',
  'http://8.8.8.8:25/',
  'ftp://8.8.8.8/',
  'file:///etc/passwd',
  'gopher://8.8.8.8/',
  'http:/\\8.8.8.8/',
  'http://8.8.8.8\\@127.0.0.1/',
]

describeSites((sites) => {
  test('a manual row is kept as it was written, and counts until it expires', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const place = await candidateIn(site)
    const token = await reviewer(site)
    const body = manualEvidence(site.clock.now())
    const made = (await site.post(place, body, { token })).as('createEvidence')
    for (const [name, value] of Object.entries(body))
      assert.deepEqual((made as Record<string, unknown>)[name], value, name)
    assert.equal(made.method_version, '1')
    assert.equal(made.counts, true)
    const object = await site.get(`/objects/${made.evidence_hash}`, { token })
    assert.equal(object.json.observed_result, body.observed_result)
    assert.deepEqual((await site.get(place, { token })).as('listEvidence').items, [made])
    site.clock.advance({ days: 30 })
    const [expired] = (await site.get(place, { token })).as('listEvidence').items
    assert.equal(expired?.counts, false)
  })

  test('a row lasts no longer than the policy says, and its check is past', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const place = await candidateIn(site)
    const token = await reviewer(site)
    const now = site.clock.now()
    const refused: [object, string][] = [
      [{ expires_at: addSeconds(addDays(now, 180), 1) }, '/expires_at'],
      [{ expires_at: now }, '/expires_at'],
      [{ expires_at: addSeconds(now, -1) }, '/expires_at'],
      [{ checked_at: addSeconds(now, 1) }, '/checked_at'],
      [{ checked_at: '2026-02-30T00:00:00Z' }, '/checked_at'],
      [{ method: 'oracle-v1' }, '/method'],
      [{ method_version: '2' }, '/method_version'],
      [{ status: 200 }, '/status'],
      [{ tool: { name: 'curl' } }, '/tool/version'],
      [{ tool: null }, '/tool'],
      [{ limitations: null }, '/limitations'],
      [{ observed_result: 'x'.repeat(4001) }, '/observed_result'],
      [{ subject: 'two\nlines' }, '/subject'],
      [{ subject: ' ' }, '/subject'],
    ]
    for (const [differs, pointer] of refused) {
      const answer = await site.post(place, { ...manualEvidence(now), ...differs }, { token })
      assert.equal(answer.refused('invalid_request').errors?.[0]?.pointer, pointer, JSON.stringify(differs))
    }
    assert.deepEqual((await site.get(place, { token })).as('listEvidence').items, [])
    const longest = manualEvidence(now, { expires_at: addDays(now, 180) })
    ;(await site.post(place, longest, { token })).as('createEvidence')
  })

  test('a locator is fetched once, however often its command is repeated', async (t) => {
    const site = await sites.open(t, { topics: ['tools'], urlTransport: 'any' })
    const place = await candidateIn(site)
    const token = await reviewer(site)
    const pages = await localPages(t)
    const wish = { token, key: randomUUID() }
    const first = await site.post(place, urlEvidence(`${pages.url}/a`), wish)
    const made = first.as('createEvidence')
    assert.deepEqual(
      [made.status, made.final_url, made.content_type, made.size, made.failure, made.counts],
      [200, `${pages.url}/a`, 'text/plain', 8, null, true],
    )
    assert.equal(made.expires_at, addDays(made.checked_at, 180))
    const again = await site.post(place, urlEvidence(`${pages.url}/a`), wish)
    assert.equal(again.header('idempotency-replayed'), 'true')
    assert.equal(again.text, first.text)
    ;(await site.post(place, urlEvidence(`${pages.url}/b`), wish)).refused('idempotency_key_reused')
    assert.deepEqual(pages.requests, ['/a'])
  })

  test('a repeated command does not fetch while the first is still under way', async (t) => {
    const site = await sites.open(t, { topics: ['tools'], urlTransport: 'any' })
    const place = await candidateIn(site)
    const token = await reviewer(site)
    const pages = await localPages(t)
    const wish = { token, key: randomUUID() }
    const body = urlEvidence(`${pages.url}/slow`)
    const first = site.post(place, body, wish)
    await pages.asked
    const second = (await site.post(place, body, wish)).refused('idempotency_in_progress')
    assert.equal(second.retryable, true)
    pages.letGo()
    ;(await first).as('createEvidence')
    assert.equal((await site.post(place, body, wish)).header('idempotency-replayed'), 'true')
    assert.deepEqual(pages.requests, ['/slow'])
  })

  test('the same key at once in two processes is one row, although each of them fetches', async (t) => {
    const site = await sites.open(t, { topics: ['tools'], urlTransport: 'any' })
    const other = await site.second(t)
    const place = await candidateIn(site)
    const token = await reviewer(site)
    const pages = await localPages(t)
    const wish = { token, key: randomUUID() }
    const body = urlEvidence(`${pages.url}/slow`)
    const both = [site, other].map((each) => each.post(place, body, wish))
    await pages.asked
    while (pages.requests.length < 2) await setTimeout(5)
    pages.letGo()
    const [one, two] = await Promise.all(both)
    assert.deepEqual([one?.status, two?.status], [201, 201])
    assert.equal(one?.text, two?.text)
    const replays = [one, two].map((answer) => answer?.header('idempotency-replayed'))
    assert.deepEqual(replays.sort(), ['true', null].sort())
    const rows = (await site.get(place, { token })).as('listEvidence').items
    assert.deepEqual(
      rows.map((row) => row.evidence_id),
      [one?.as('createEvidence').evidence_id],
    )
    const objects = await site.app.storage.read
      .selectFrom('objects')
      .select('sha256')
      .where('kind', '=', 'evidence')
      .execute()
    assert.equal(objects.length, 1)
  })

  test('nothing is fetched for those who may not', async (t) => {
    const site = await sites.open(t, { topics: ['tools'], urlTransport: 'any' })
    await site.topic('secret', 'invited')
    const place = await candidateIn(site)
    const pages = await localPages(t)
    const body = urlEvidence(pages.url)
    const outside = await site.token({ preset: 'reviewer', topic_grants: ['secret'], review_grants: [] })
    ;(await site.post(place, body, { token: outside })).refused('not_found')
    ;(await site.post(place, body, { token: await site.token({ preset: 'contributor' }) })).refused(
      'forbidden',
    )
    ;(await site.post(place, body)).refused('unauthenticated')
    assert.deepEqual(pages.requests, [])
  })

  test('what fails is kept and does not count; what is not allowed stores nothing', async (t) => {
    const site = await sites.open(t, { topics: ['tools'], urlTransport: 'any' })
    const place = await candidateIn(site)
    const token = await reviewer(site)
    const pages = await localPages(t)
    const gone = (await site.post(place, urlEvidence(`${pages.url}/gone`), { token })).as('createEvidence')
    assert.deepEqual([gone.status, gone.failure, gone.counts], [404, null, false])
    const dead = (await site.post(place, urlEvidence('http://127.0.0.1:1/'), { token })).as('createEvidence')
    assert.deepEqual([dead.status, dead.failure, dead.counts], [null, 'connection_failed', false])
    const away = await site.post(place, urlEvidence(`${pages.url}/away`), { token })
    assert.equal(away.refused('invalid_request').errors?.[0]?.pointer, '/source_locator')
    assert.equal((await site.get(place, { token })).as('listEvidence').items.length, 2)
  })

  test('hostile locators are refused and store nothing', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const place = await candidateIn(site)
    const token = await reviewer(site)
    for (const locator of HOSTILE) {
      const answer = await site.post(place, urlEvidence(locator), { token })
      assert.equal(answer.refused('invalid_request').errors?.[0]?.pointer, '/source_locator', locator)
    }
    assert.deepEqual((await site.get(place, { token })).as('listEvidence').items, [])
  })

  test('fields of the other method are refused', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const body = { ...urlEvidence('https://example.org/'), observed_result: 'as expected' }
    const answer = await site.post(await candidateIn(site), body, { token: await reviewer(site) })
    assert.equal(answer.refused('invalid_request').errors?.[0]?.pointer, '/observed_result')
  })

  test('an operator can switch the transport off', async (t) => {
    const site = await sites.open(t, { topics: ['tools'], urlTransport: 'off' })
    const place = await candidateIn(site)
    const token = await reviewer(site)
    ;(await site.post(place, urlEvidence('https://example.org/'), { token })).refused('invalid_state')
    ;(await site.post(place, manualEvidence(site.clock.now()), { token })).as('createEvidence')
  })

  test('a challenged row is kept and counts no longer', async (t) => {
    const site = await sites.open(t, { topics: ['tools', 'other'] })
    const place = await candidateIn(site)
    const token = await reviewer(site)
    const made = (await site.post(place, manualEvidence(site.clock.now()), { token })).as('createEvidence')
    const challenge = `/api/v1/evidence/${made.evidence_id}/challenge`
    const body = { selector: made.selector, reason: 'The sentence says the opposite.' }
    ;(await site.post(challenge, body, { token })).refused('forbidden')
    const elsewhere = await site.token({ preset: 'curator', topic_grants: ['other'] })
    ;(await site.post(challenge, body, { token: elsewhere })).refused('not_found')
    const curator = await site.token({ preset: 'curator', label: 'Ada' })
    const challenged = (await site.post(challenge, body, { token: curator })).as('challengeEvidence')
    assert.equal(challenged.counts, false)
    assert.deepEqual(challenged.challenge, {
      ...body,
      challenged_by: 'Ada',
      challenged_at: site.clock.now(),
    })
    assert.deepEqual((await site.get(place, { token })).as('listEvidence').items, [challenged])
    ;(await site.post(challenge, body, { token: curator })).refused('invalid_state')
  })

  test('evidence is for those with the review scope and the grant', async (t) => {
    const site = await sites.open(t, { topics: ['tools', 'other'] })
    const { content_hash } = await site.publish({ path: '/tools/hammer' })
    const place = `/api/v1/candidates/${content_hash}/evidence`
    const body = manualEvidence(site.clock.now())
    const { evidence_hash } = (await site.post(place, body, { token: site.admin })).as('createEvidence')
    const outside = await site.token({ preset: 'reviewer', topic_grants: ['other'], review_grants: null })
    const contributor = await site.token({ preset: 'contributor' })
    for (const token of [outside, contributor, null])
      (await site.get(`/objects/${evidence_hash}`, { token })).refused('not_found')
    ;(await site.get(place, { token: outside })).refused('not_found')
    ;(await site.get(place, { token: contributor })).refused('forbidden')
  })

  test('the list is paged, oldest first', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const place = await candidateIn(site)
    const made: string[] = []
    for (let i = 0; i < 5; i += 1) {
      const body = manualEvidence(site.clock.now())
      made.push((await site.post(place, body, { token: site.admin })).as('createEvidence').evidence_id)
      site.clock.advance({ seconds: 1 })
    }
    const found: string[] = []
    let cursor = ''
    do {
      const page = (await site.get(`${place}?limit=2${cursor}`, { token: site.admin })).as('listEvidence')
      found.push(...page.items.map((item) => item.evidence_id))
      cursor = page.next_cursor === null ? '' : `&cursor=${encodeURIComponent(page.next_cursor)}`
    } while (cursor !== '')
    assert.deepEqual(found, made)
  })
})
