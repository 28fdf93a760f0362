import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import type { Answer } from '../support/answer.ts'
import { correct, type Registered, register, report, signal, WIDE_LIMITS } from '../support/readers.ts'
import { describeSites, type Site } from '../support/site.ts'

const WIDE_REGISTRATION = { registrationsPerNetworkHour: 1000, registrationsPerDay: 1000 }

async function used(site: Site, reader: Registered) {
  const { quotas } = (await site.get('/api/v1/me', reader)).as('getMe')
  return quotas.map((quota) => quota.used)
}

async function articles(site: Site, count: number) {
  const hashes: string[] = []
  for (let place = 0; place < count; place += 1)
    hashes.push((await site.publish({ path: `/tools/t${place}` })).content_hash)
  return hashes
}

function statuses(answers: Answer[]) {
  const counted: Record<number, number> = {}
  for (const { status } of answers) counted[status] = (counted[status] ?? 0) + 1
  return counted
}

describeSites((sites) => {
  test('a reader has 20 signals a UTC day, and the 21st says when to come back', async (t) => {
    const site = await sites.open(t)
    await site.topic('tools')
    const hashes = await articles(site, 21)
    const reader = await register(site)
    for (const hash of hashes.slice(0, 20)) await report(site, hash, { value: 'up' }, reader)
    const refused = await signal(site, hashes[20] ?? '', { value: 'up' }, reader)
    assert.partialDeepStrictEqual(refused.refused('quota_exceeded'), {
      quota: 'signals_per_day',
      limit: 20,
      resets_at: '2026-03-03T00:00:00.000Z',
      retryable: true,
    })
    assert.equal(refused.header('retry-after'), String(14.5 * 3600))
    assert.equal((await signal(site, hashes[0] ?? '', { value: 'up' }, reader)).status, 200)
    assert.deepEqual(await used(site, reader), [20, 0, 21])
    site.clock.set('2026-03-02T23:59:59.999Z')
    ;(await signal(site, hashes[20] ?? '', { value: 'up' }, reader)).refused('quota_exceeded')
    site.clock.set('2026-03-03T00:00:00.000Z')
    assert.deepEqual(await used(site, reader), [0, 0, 0])
    await report(site, hashes[20] ?? '', { value: 'up' }, reader)
  })

  test('a reader has 100 commands a UTC day; retries with the same key and withdrawals are free', async (t) => {
    const site = await sites.open(t)
    await site.topic('tools')
    const [hash = ''] = await articles(site, 1)
    const reader = await register(site)
    const key = randomUUID()
    const first = await signal(site, hash, { value: 'up' }, { ...reader, key })
    const said = first.as('reportSignal')
    for (let count = 0; count < 99; count += 1)
      assert.equal((await signal(site, hash, { value: 'up' }, reader)).status, 200)
    const over = (await signal(site, hash, { value: 'up' }, reader)).refused('quota_exceeded')
    assert.partialDeepStrictEqual(over, { quota: 'commands_per_day', limit: 100 })
    const again = await signal(site, hash, { value: 'up' }, { ...reader, key })
    assert.equal(again.header('idempotency-replayed'), 'true')
    assert.deepEqual(again.as('reportSignal'), said)
    const body = { expected_event_id: said.last_event_id, value: null }
    const down = { ...body, value: 'down' }
    ;(await correct(site, said.report_id, down, reader)).refused('quota_exceeded')
    const gone = (await correct(site, said.report_id, body, reader)).as('correctSignal')
    const emptied = { expected_event_id: gone.last_event_id, value: null }
    ;(await correct(site, said.report_id, emptied, reader)).refused('quota_exceeded')
    assert.deepEqual(await used(site, reader), [1, 0, 100])
  })

  test('a limit that was lowered below what is used refuses what it counts, and nothing else', async (t) => {
    const site = await sites.open(t, { topics: ['tools'] })
    const hashes = await articles(site, 3)
    const reader = await register(site)
    const said = await report(site, hashes[0] ?? '', { value: 'up' }, reader)
    await report(site, hashes[1] ?? '', { value: 'up' }, reader)
    const stricter = await site.second(t, { limits: { signalsPerDay: 1 } })
    const refused = await signal(stricter, hashes[2] ?? '', { value: 'up' }, reader)
    assert.partialDeepStrictEqual(refused.refused('quota_exceeded'), { quota: 'signals_per_day', limit: 1 })
    assert.match(refused.header('ratelimit') ?? '', /"signals_per_day";r=0;/)
    const down = { expected_event_id: said.last_event_id, value: 'down' }
    ;(await correct(stricter, said.report_id, down, reader)).as('correctSignal')
    assert.deepEqual(await used(stricter, reader), [2, 0, 3])
  })

  test('a refused command uses nothing', async (t) => {
    const site = await sites.open(t)
    await site.topic('tools')
    const [hash = ''] = await articles(site, 1)
    const reader = await register(site)
    const said = await report(site, hash, { value: 'up' }, reader)
    const refusals = [
      await signal(site, hash, { value: 'down' }, reader),
      await signal(site, hash, { value: 'sideways' }, reader),
      await signal(site, 'e'.repeat(64), { value: 'up' }, reader),
      await correct(site, said.report_id, { expected_event_id: randomUUID(), value: 'down' }, reader),
      await correct(site, randomUUID(), { expected_event_id: randomUUID(), value: 'down' }, reader),
      await site.post('/api/v1/feedback', { target_hash: 'e'.repeat(64), title: 't', comment: 'c' }, reader),
    ]
    for (const { status } of refusals) assert.ok(status >= 400)
    assert.deepEqual(await used(site, reader), [1, 0, 1])
  })

  test('the readers’ answers carry what is left of their own day, and no others do', async (t) => {
    const site = await sites.open(t, { limits: WIDE_REGISTRATION })
    await site.topic('tools')
    const [hash = ''] = await articles(site, 1)
    const [ada, ben] = [await register(site), await register(site)]
    const said = await signal(site, hash, { value: 'up' }, ada)
    assert.equal(
      said.header('ratelimit-policy'),
      '"signals_per_day";q=20;w=86400, "feedback_per_day";q=2;w=86400, "commands_per_day";q=100;w=86400',
    )
    const left = (signals: number, commands: number) =>
      `"signals_per_day";r=${signals};t=52200, "feedback_per_day";r=2;t=52200, "commands_per_day";r=${commands};t=52200`
    assert.equal(said.header('ratelimit'), left(19, 99))
    assert.equal((await site.get('/api/v1/topics', ada)).header('ratelimit'), left(19, 99))
    assert.equal((await site.get('/api/v1/topics/nowhere', ada)).header('ratelimit'), left(19, 99))
    assert.equal((await signal(site, hash, { value: 'down' }, ada)).header('ratelimit'), left(19, 99))
    assert.equal((await site.get('/api/v1/topics', ben)).header('ratelimit'), left(20, 100))
    assert.equal((await site.get('/api/v1/suggestions', ben)).header('ratelimit'), left(20, 100))
    for (const answer of [
      await site.get('/api/v1/topics'),
      await site.get('/api/v1/topics', { token: site.admin }),
      await signal(site, hash, { value: 'up' }, { token: site.admin }),
      await site.get('/api/v1/topics', { token: 'no' }),
    ]) {
      assert.equal(answer.header('ratelimit'), null)
      assert.equal(answer.header('ratelimit-policy'), null)
    }
  })

  test('invited credentials have no allowances and meet none', async (t) => {
    const site = await sites.open(t, { limits: { signalsPerDay: 0, commandsPerDay: 0 } })
    await site.topic('tools')
    const [hash = ''] = await articles(site, 1)
    const token = await site.token({ preset: 'contributor' })
    await report(site, hash, { value: 'up' }, { token })
    assert.deepEqual((await site.get('/api/v1/me', { token })).as('getMe').quotas, [])
    const reader = await register(site)
    assert.partialDeepStrictEqual(
      (await signal(site, hash, { value: 'up' }, reader)).refused('quota_exceeded'),
      { quota: 'signals_per_day', limit: 0 },
    )
  })

  test('100 commands at once never pass a limit, with one process and with two', async (t) => {
    const site = await sites.open(t, { limits: { commandsPerDay: 40 } })
    const other = await site.second(t)
    await site.topic('tools')
    const hashes = await articles(site, 25)
    const reader = await register(site)
    const race = (count: number, send: (place: number, where: Site) => Promise<Answer>) =>
      Promise.all(Array.from({ length: count }, (_, place) => send(place, place % 2 ? other : site)))
    const signals = await race(50, (place, where) =>
      signal(where, hashes[place % 25] ?? '', { value: 'up' }, reader),
    )
    const received = statuses(signals)
    assert.equal(received[201], 20)
    const after = await race(50, (_place, where) => signal(where, hashes[0] ?? '', { value: 'up' }, reader))
    const repeats = (received[200] ?? 0) + (statuses(after)[200] ?? 0)
    assert.equal(repeats, 20)
    assert.deepEqual(await used(site, reader), [20, 0, 40])
    const feedback = await race(20, (place, where) =>
      where.post('/api/v1/feedback', { target_hash: hashes[0], title: `t${place}`, comment: 'c' }, reader),
    )
    assert.deepEqual(statuses(feedback), { 429: 20 })
    const ben = await register(site)
    const two = await race(20, (place, where) =>
      where.post('/api/v1/feedback', { target_hash: hashes[0], title: `t${place}`, comment: 'c' }, ben),
    )
    assert.deepEqual(statuses(two), { 201: 2, 429: 18 })
    assert.deepEqual(await used(site, ben), [0, 2, 2])
  })

  test('one key 50 times at once has one effect and uses one command', async (t) => {
    const site = await sites.open(t, { limits: WIDE_LIMITS })
    const other = await site.second(t)
    await site.topic('tools')
    const [hash = ''] = await articles(site, 1)
    const reader = await register(site)
    const key = randomUUID()
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, place) =>
        signal(place % 2 ? other : site, hash, { value: 'up' }, { ...reader, key }),
      ),
    )
    const receipts = answers.filter(({ status }) => status === 201).map(({ text }) => text)
    for (const answer of answers) if (answer.status !== 201) answer.refused('idempotency_in_progress')
    assert.equal(new Set(receipts).size, 1)
    assert.deepEqual(await used(site, reader), [1, 0, 1])
    ;(await signal(site, hash, { value: 'down' }, { ...reader, key })).refused('idempotency_key_reused')
  })
})
