import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { describeEngines } from '../support/engines.ts'
import { faultyNetwork } from '../support/faulty-network.ts'
import { openSiteAt, type Site } from '../support/site.ts'

const SILENT_MILLISECONDS = 14_000
const LONGEST_ANSWER_MILLISECONDS = 15_000
const LONGEST_PROBE_MILLISECONDS = 2000
const BACK_WITHIN_MILLISECONDS = 10_000

describeEngines((engine) => {
  if (engine.name !== 'postgres') return

  test('a silent network holds up no request for long, and is over when it is over', async (t) => {
    const address = new URL(await engine.freshUrl(t))
    const proxy = await faultyNetwork(t, { host: address.hostname, port: Number(address.port) })
    address.port = String(proxy.port)
    const site = await openSiteAt(t, { engine, url: address.href })
    await site.topic('tools')
    const asked = watch(site)
    await sleep(1000)
    proxy.silence()
    await sleep(SILENT_MILLISECONDS)
    proxy.heal()
    const healedAt = performance.now()
    await sleep(BACK_WITHIN_MILLISECONDS + 3000)
    const answers = await asked.stop()
    const backAfter = Math.max(
      0,
      ...answers.filter(({ status }) => status === 503).map(({ at }) => at - healedAt),
    )
    const longest = (kind: string) =>
      Math.round(Math.max(...answers.filter((one) => one.kind === kind).map(({ took }) => took)))
    const [read, write, probe, search] = ['read', 'write', 'probe', 'search'].map(longest)
    t.diagnostic(
      `longest read ${read} ms, write ${write} ms, probe ${probe} ms, search ${search} ms; all good ${Math.round(backAfter)} ms after; ${answers.length} answers`,
    )
    assert.ok(Number(read) < LONGEST_ANSWER_MILLISECONDS && Number(write) < LONGEST_ANSWER_MILLISECONDS)
    assert.ok(Number(search) < LONGEST_ANSWER_MILLISECONDS)
    assert.ok(Number(probe) < LONGEST_PROBE_MILLISECONDS)
    assert.ok(backAfter < BACK_WITHIN_MILLISECONDS)
    const late = answers.filter(({ at }) => at > healedAt + BACK_WITHIN_MILLISECONDS)
    for (const kind of ['read', 'write', 'probe', 'search'])
      assert.ok(
        late.some((one) => one.kind === kind && one.status < 300),
        kind,
      )
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200, 201, 503]))
  })
})

interface Answered {
  readonly kind: string
  readonly status: number
  /** When it was asked, and for how long nothing came. */
  readonly at: number
  readonly took: number
}

/** Asks all the while, some at a time. */
function watch(site: Site) {
  const answers: Answered[] = []
  let isOver = false
  let made = 0
  const ask = async (kind: string, send: () => Promise<{ status: number }>) => {
    while (!isOver) {
      const at = performance.now()
      const { status } = await send()
      answers.push({ kind, status, at, took: performance.now() - at })
      await sleep(100)
    }
  }
  const read = () => site.get('/api/v1/topics', { token: site.admin })
  const write = () => {
    made += 1
    const topic = { id: `topic-${made}`, title: 'Topic', summary: 'A topic.' }
    return site.post('/api/v1/topics', topic, { token: site.admin })
  }
  const running = [
    ...Array.from({ length: 12 }, () => ask('read', read)),
    ...Array.from({ length: 4 }, () => ask('write', write)),
    ...Array.from({ length: 3 }, () => ask('search', () => site.get('/api/v1/search?q=topic'))),
    ask('probe', () => site.get('/readyz')),
  ]
  return {
    async stop() {
      isOver = true
      await Promise.all(running)
      return answers
    },
  }
}
