import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import type { AnswerOf, Operations } from '@colophon/contract'
import { type Cleanup, describeEngines, type TestEngine } from '../support/engines.ts'
import {
  type Asked,
  administratorOf,
  publishArticles,
  type ServedSite,
  servedSite,
} from '../support/served-site.ts'

/** Server processes on one database, as several machines behind a proxy would be. */
const PROCESSES = 4
const HOUR = 3_600_000
/** How long this test may take, in milliseconds. */
const LONGEST = 30_000

interface House {
  readonly server: ServedSite
  /** Sends to each process in turn. */
  post(path: string, asked: Asked): ReturnType<ServedSite['ask']>
}

async function openHouse(t: Cleanup, engine: TestEngine): Promise<House> {
  const environment = {
    COLOPHON_DATABASE_URL: await engine.emptyUrl(t),
    COLOPHON_BASE_URL: 'http://press.example',
    COLOPHON_TRUST_PROXY: '1',
  }
  const servers = await Promise.all(Array.from({ length: PROCESSES }, () => servedSite(t, environment)))
  // All at once: whoever comes first makes the tables.
  await Promise.all(servers.map((server) => server.start()))
  const [server] = servers
  assert.ok(server)
  let turn = 0
  return {
    server,
    post(path, asked) {
      turn += 1
      return (servers[turn % PROCESSES] ?? server).ask('POST', path, asked)
    },
  }
}

/** How many had each status; a refusal is counted by its quota. */
async function counted(answers: ReturnType<ServedSite['ask']>[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { status, body } of await Promise.all(answers)) {
    const name = status === 429 ? String(body.quota) : String(status)
    counts[name] = (counts[name] ?? 0) + 1
  }
  return counts
}

function times<T>(count: number, make: (place: number) => T): T[] {
  return Array.from({ length: count }, (_, place) => make(place))
}

describeEngines((engine) => {
  test('four processes together register and allow exactly as much as one', async (t) => {
    const house = await openHouse(t, engine)
    await untilWithinAnHour()
    const reader = await registerTooOften(house)
    await useUpADay(house, reader)
  })
})

/** These processes have the real clock: allowances must not begin anew in between. */
async function untilWithinAnHour(): Promise<void> {
  const left = HOUR - (Date.now() % HOUR)
  if (left < LONGEST) await setTimeout(left)
}

/** Five of a network in an hour, a hundred of the site in a day; one key is one identity. Answers its bearer. */
async function registerTooOften({ post }: House): Promise<string> {
  const register = (from: string, key: string = randomUUID()) =>
    post('/api/v1/identities', { body: {}, from, key })
  const key = randomUUID()
  const same = await Promise.all(times(12, () => register('192.0.2.9', key)))
  const done = same.filter(({ status }) => status === 201)
  assert.equal(new Set(done.map(({ body }) => body.identity_id)).size, 1)
  assert.equal(done.filter(({ body }) => body.token !== null).length, 1, 'the bearer is shown once')
  assert.ok(same.every(({ status, body }) => status === 201 || body.code === 'idempotency_in_progress'))
  const network = times(11, (place) => register(`192.0.2.${place}`))
  assert.deepEqual(await counted(network), { 201: 4, registrations_per_network_hour: 7 })
  const others = times(109, (place) => register(`10.0.${place}.1`))
  assert.deepEqual(await counted(others), { 201: 95, registrations_per_day: 14 })
  return String(done.find(({ body }) => body.token !== null)?.body.token)
}

/** 20 signals, 2 feedback reports and 100 commands of one reader; what is refused uses nothing. */
async function useUpADay({ server, post }: House, token: string): Promise<void> {
  const hashes = await publishArticles(
    server,
    await administratorOf(server),
    times(30, () => ({})),
  )
  const [hash = ''] = hashes
  const signal = (target: string) =>
    post(`/api/v1/objects/${target}/signals`, { token, body: { value: 'up' } })
  assert.equal((await signal(hash)).status, 201)
  assert.deepEqual(await counted(hashes.slice(1).map(signal)), { 201: 19, signals_per_day: 10 })
  const comment = { target_hash: hash, title: 'Blunt', comment: 'It does not cut.' }
  const feedback = () => post('/api/v1/feedback', { token, body: comment })
  assert.deepEqual(await counted(times(8, feedback)), { 201: 2, feedback_per_day: 6 })
  assert.deepEqual(await counted(times(90, () => signal(hash))), { 200: 78, commands_per_day: 12 })
  const me = (await server.ask('GET', '/api/v1/me', { token })).body as AnswerOf<Operations['getMe']>
  assert.deepEqual(
    me.quotas.map(({ used }) => used),
    [20, 2, 100],
  )
}
