import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { register, secondToken, sendRegistration, WIDE_LIMITS } from '../support/readers.ts'
import { describeSites, type Site } from '../support/site.ts'

const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })

async function outcomes(answers: Promise<{ status: number }>[]): Promise<Record<number, number>> {
  const counted: Record<number, number> = {}
  for (const { status } of await Promise.all(answers)) counted[status] = (counted[status] ?? 0) + 1
  return counted
}

async function identities(site: Site): Promise<number> {
  const rows = await site.app.storage.read.selectFrom('identities').selectAll().execute()
  return rows.filter(({ enrollment }) => enrollment === 'public').length
}

describeSites((sites) => {
  test('a registration gives a bearer for a year that can read, and is replayed without it', async (t) => {
    const site = await sites.open(t)
    const key = randomUUID()
    const answer = await sendRegistration(site, { key })
    assert.equal(answer.status, 201)
    const reader = answer.as('createIdentity')
    assert.partialDeepStrictEqual(reader, {
      enrollment: 'public',
      scopes: ['read'],
      created_at: site.clock.now(),
    })
    assert.equal(reader.expires_at, '2027-03-02T09:30:00.000Z')
    assert.notEqual(reader.participant_id, reader.identity_id)
    const me = (await site.get('/api/v1/me', { token: reader.token })).as('getMe')
    assert.partialDeepStrictEqual(me, {
      identity_id: reader.identity_id,
      token_id: reader.token_id,
      enrollment: 'public',
      scopes: ['read'],
      topic_grants: null,
      review_grants: [],
      access: { can_signal: true, can_send_feedback: true, can_propose: false, can_curate: false },
    })
    const again = await sendRegistration(site, { key })
    assert.equal(again.status, 201)
    assert.equal(again.header('idempotency-replayed'), 'true')
    assert.deepEqual(again.as('createIdentity'), { ...reader, token: null })
    assert.equal(await identities(site), 1)
  })

  test('the key is a UUIDv4 and the body empty', async (t) => {
    const site = await sites.open(t)
    for (const key of ['abc', '0b1c2d3e-4a5b-1c6d-8e7f-0a1b2c3d4e5f', `${randomUUID()}0`])
      (await sendRegistration(site, { key })).refused('idempotency_key_invalid')
    ;(await sendRegistration(site, { key: null })).refused('idempotency_key_required')
    for (const body of [{ label: 'me' }, [], null, 'x'])
      assert.equal((await site.post('/api/v1/identities', body)).status, 400)
    assert.equal(await identities(site), 0)
  })

  test('a network registers five an hour, and the next hour five again', async (t) => {
    const site = await sites.open(t)
    for (let count = 0; count < 5; count += 1) await register(site)
    const refused = await sendRegistration(site)
    assert.partialDeepStrictEqual(refused.refused('quota_exceeded'), {
      quota: 'registrations_per_network_hour',
      limit: 5,
      resets_at: '2026-03-02T10:00:00.000Z',
      retryable: true,
    })
    assert.equal(refused.header('retry-after'), '1800')
    assert.equal(refused.header('ratelimit'), null)
    site.clock.set('2026-03-02T09:59:59.999Z')
    ;(await sendRegistration(site)).refused('quota_exceeded')
    site.clock.set('2026-03-02T10:00:00.000Z')
    await register(site)
    assert.equal(await identities(site), 6)
  })

  test('a forged header moves nobody to another network', async (t) => {
    const site = await sites.open(t)
    const answers = Array.from({ length: 8 }, (_, place) => sendRegistration(site, from(`198.51.${place}.1`)))
    assert.deepEqual(await outcomes(answers), { 201: 5, 429: 3 })
  })

  test('behind a trusted proxy the network is the client’s, and what the client forged is not looked at', async (t) => {
    const site = await sites.open(t, { trustProxy: '127.0.0.1, 10.0.0.0/8' })
    for (const place of [1, 2, 3, 4, 5]) await register(site, from(`192.0.2.7, 203.0.113.${place}, 10.1.2.3`))
    ;(await sendRegistration(site, from('198.51.100.1, 203.0.113.99'))).refused('quota_exceeded')
    ;(await sendRegistration(site, from('::ffff:203.0.113.9'))).refused('quota_exceeded')
    await register(site, from('203.0.114.1'))
    const hopping = Array.from({ length: 9 }, (_, place) =>
      sendRegistration(site, from(`2001:db8:7:${place}::1`)),
    )
    assert.deepEqual(await outcomes(hopping), { 201: 5, 429: 4 })
    await register(site, from('2001:db8:8::1'))
  })

  test('with a number of hops the n-th address from the right is the client', async (t) => {
    const site = await sites.open(t, { trustProxy: '2', limits: { registrationsPerNetworkHour: 1 } })
    await register(site, from('192.0.2.1, 203.0.113.1, 10.0.0.1'))
    ;(await sendRegistration(site, from('198.51.100.2, 203.0.113.2, 10.0.0.2'))).refused('quota_exceeded')
    await register(site, from('203.0.114.1, 10.0.0.1'))
    await register(site, from('203.0.114.1'))
    ;(await sendRegistration(site, from('203.0.115.1'))).refused('quota_exceeded')
  })

  test('the site’s day and its total hold, with several processes, and a refusal uses nothing', async (t) => {
    const wish = { limits: { ...WIDE_LIMITS, registrationsPerDay: 7, registrationsTotal: 10 } }
    const site = await sites.open(t, wish)
    const others = [site, await site.second(t)]
    const race = () =>
      outcomes(Array.from({ length: 20 }, (_, place) => sendRegistration(others[place % 2] ?? site)))
    assert.deepEqual(await race(), { 201: 7, 429: 13 })
    const day = (await sendRegistration(site)).refused('quota_exceeded')
    assert.partialDeepStrictEqual(day, {
      quota: 'registrations_per_day',
      limit: 7,
      resets_at: '2026-03-03T00:00:00.000Z',
    })
    site.clock.set('2026-03-03T00:00:00.000Z')
    assert.deepEqual(await race(), { 201: 3, 429: 17 })
    const total = await sendRegistration(site)
    assert.partialDeepStrictEqual(total.refused('quota_exceeded'), {
      quota: 'registrations_total',
      limit: 10,
      resets_at: null,
    })
    assert.equal(total.header('retry-after'), null)
    assert.equal(await identities(site), 10)
  })

  test('the same key at once makes one identity and shows one bearer', async (t) => {
    const site = await sites.open(t)
    const other = await site.second(t)
    const key = randomUUID()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, place) => sendRegistration(place % 2 === 0 ? site : other, { key })),
    )
    const receipts = answers
      .filter(({ status }) => status === 201)
      .map((answer) => answer.as('createIdentity'))
    for (const answer of answers) if (answer.status !== 201) answer.refused('idempotency_in_progress')
    assert.equal(receipts.filter(({ token }) => token !== null).length, 1)
    assert.equal(new Set(receipts.map(({ identity_id }) => identity_id)).size, 1)
    assert.equal(await identities(site), 1)
  })

  test('no network is written down, and what stands for one is another each hour', async (t) => {
    const site = await sites.open(t)
    const subjects = async () => {
      const rows = await site.app.storage.read.selectFrom('registration_counts').selectAll().execute()
      return rows.filter(({ subject }) => subject !== 'site')
    }
    await register(site)
    const [before] = await subjects()
    site.clock.advance({ hours: 1 })
    await register(site)
    const now = await subjects()
    assert.equal(now.length, 1)
    assert.notEqual(now[0]?.subject, before?.subject)
    assert.doesNotMatch(JSON.stringify([before, now]), /127/)
  })

  test('a registration is nobody’s: a bearer beside it must hold and is not noted', async (t) => {
    const site = await sites.open(t)
    ;(await sendRegistration(site, { token: 'nonsense' })).refused('invalid_token')
    const reader = await register(site, { token: site.admin })
    const token = await site.app.storage.read
      .selectFrom('tokens')
      .selectAll()
      .where('token_id', '=', reader.token_id)
      .executeTakeFirst()
    assert.equal(token?.issued_by, null)
  })

  test('a reader’s token is revoked alone, and the identity’s other one goes on', async (t) => {
    const site = await sites.open(t)
    const reader = await register(site)
    const other = await secondToken(site, reader)
    ;(await site.post('/api/v1/me/revoke', {}, { token: reader.token })).as('revokeMe')
    ;(await site.get('/api/v1/me', { token: reader.token })).refused('invalid_token')
    assert.equal((await site.get('/api/v1/me', { token: other })).as('getMe').identity_id, reader.identity_id)
  })
})
