import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import type { AnswerOf, Operations } from '@colophon/contract'
import { describeEngines } from '../support/engines.ts'
import { administratorOf, publishArticles, type ServedSite, servedSite } from '../support/served-site.ts'

type Receipt = AnswerOf<Operations['reportSignal']>

const KILLS = 3
const READERS = 6
const ARTICLES = 40
const SENDERS = 16
/** Receipts of the first load before its kill; each load after it lasts so many longer. */
const SHORTEST_LOAD = 10
const LIMITS = {
  COLOPHON_LIMIT_REGISTRATIONS_PER_NETWORK_HOUR: '1000',
  COLOPHON_LIMIT_SIGNALS_PER_DAY: '100000',
  COLOPHON_LIMIT_COMMANDS_PER_DAY: '100000',
}

/** A signal that was sent, and its receipt once it was acknowledged. */
interface Sent {
  readonly token: string
  readonly hash: string
  readonly key: string
  receipt: Receipt | null
}

interface Load {
  readonly waiting: { token: string; hash: string }[]
  readonly sent: Sent[]
  acknowledged(): void
}

describeEngines((engine) => {
  test('kill -9 under a load of signals loses no acknowledged receipt and counts none twice', async (t) => {
    const server = await servedSite(t, { ...LIMITS, COLOPHON_DATABASE_URL: await engine.emptyUrl(t) })
    let running = await server.start()
    const { readers, hashes } = await prepare(server)
    const sent: Sent[] = []
    const waiting = readers.flatMap((token) => hashes.map((hash) => ({ token, hash })))
    for (let kill = 0; kill < KILLS; kill += 1) {
      let left = SHORTEST_LOAD * (1 + kill)
      const acknowledged = () => {
        left -= 1
        if (left === 0) running.kill('SIGKILL')
      }
      const senders = Array.from({ length: SENDERS }, () =>
        sendUntilKilled(server, { waiting, sent, acknowledged }),
      )
      await Promise.all(senders)
      await running.ended
      running = await server.start()
    }
    const acknowledged = sent.filter(({ receipt }) => receipt !== null)
    assert.ok(acknowledged.length > 0 && acknowledged.length < readers.length * hashes.length)
    for (const { token, receipt } of acknowledged) {
      const kept = await server.ask('GET', `/api/v1/signals/reports/${receipt?.report_id}`, { token })
      assert.deepEqual(kept.body, receipt)
    }
    for (const one of sent) {
      const again = await send(server, one)
      assert.equal(again.status, 201)
      assert.deepEqual(again.body, one.receipt ?? again.body)
    }
    for (const hash of hashes) {
      const summary = await server.ask('GET', `/api/v1/objects/${hash}/signals`, {})
      const { revision } = summary.body as unknown as AnswerOf<Operations['getSignals']>
      const wanted = sent.filter((one) => one.hash === hash).length
      assert.deepEqual(revision.windows['24h'], { up: wanted, down: 0, participants: wanted })
    }
    const used = await Promise.all(readers.map((token) => server.ask('GET', '/api/v1/me', { token })))
    const total = used.map(({ body }) => (body as AnswerOf<Operations['getMe']>).quotas[0]?.used ?? 0)
    assert.equal(
      total.reduce((sum, count) => sum + count, 0),
      sent.length,
    )
  })
})

/** Sends what nobody has sent yet until the connection breaks. */
async function sendUntilKilled(server: ServedSite, { waiting, sent, acknowledged }: Load): Promise<void> {
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const one: Sent = { ...next, key: randomUUID(), receipt: null }
    sent.push(one)
    try {
      const answer = await send(server, one)
      assert.equal(answer.status, 201)
      one.receipt = answer.body as Receipt
      acknowledged()
    } catch (error) {
      if (error instanceof assert.AssertionError) throw error
      return
    }
  }
}

function send(server: ServedSite, { token, hash, key }: Sent) {
  return server.ask('POST', `/api/v1/objects/${hash}/signals`, { token, key, body: { value: 'up' } })
}

async function prepare(server: ServedSite) {
  const drafts = Array.from({ length: ARTICLES }, () => ({}))
  const hashes = await publishArticles(server, await administratorOf(server), drafts)
  const readers: string[] = []
  for (let place = 0; place < READERS; place += 1) {
    const { body } = await server.ask('POST', '/api/v1/identities', { body: {} })
    readers.push(String(body.token))
  }
  return { readers, hashes }
}
