import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { MEMORY } from '../../src/runtime/memory.ts'
import { sqlite } from '../support/engines.ts'
import { openWire } from '../support/exchange.ts'
import { isMemoryKnown, peakMegabytes } from '../support/peak-memory.ts'
import { type ServedSite, servedSite } from '../support/served-site.ts'

/** 200 are promised for a quiet machine; beside other tests the heap is collected later. Answers that were kept for them took 500 and 1,200. */
const MOST_MEGABYTES = 320
/** 250 for 99 of 100 on a quiet machine: bench figures; here only that a good client is served all the while. */
const MOST_MILLISECONDS = 10_000
const CLOSED_WITHIN_MILLISECONDS = 20_000
const REQUESTS = 'GET /openapi.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'.repeat(1500)

/** Sends and never reads. Answers the time after which the server closed it, and only then. */
function flood(port: number): { socket: Socket; closed: Promise<number> } {
  const socket = connect(port, '127.0.0.1')
  socket.pause()
  socket.write(REQUESTS)
  const start = performance.now()
  const closed = new Promise<number>((resolve) => {
    // What a paused socket is not told of shows when it writes.
    const probe = setInterval(() => socket.write('\r\n'), 500)
    socket.on('error', () => {})
    socket.once('close', () => {
      clearInterval(probe)
      resolve(performance.now() - start)
    })
  })
  return { socket, closed }
}

async function slowestOf(site: ServedSite, milliseconds: number): Promise<number> {
  const wire = openWire({ host: '127.0.0.1', port: Number(new URL(site.url).port) })
  const times: number[] = []
  for (const end = performance.now() + milliseconds; performance.now() < end; ) {
    const start = performance.now()
    const { status } = await wire.send({ method: 'GET', path: '/api/v1/topics', headers: {}, body: null })
    assert.equal(status, 200)
    times.push(performance.now() - start)
    await sleep(5)
  }
  wire.close()
  return times.sort((one, other) => one - other)[Math.floor(times.length * 0.99)] ?? 0
}

for (const connections of [1, 500])
  test(`${connections} connections that ask 1,500 times and read nothing take little, and are closed`, async (t) => {
    if (!isMemoryKnown(t)) return
    const site = await servedSite(t, {
      COLOPHON_DATABASE_URL: await sqlite.emptyUrl(t),
      // As the command's own first line has it.
      NODE_OPTIONS: `--max-semi-space-size=${MEMORY.youngMegabytes}`,
    })
    const { pid } = await site.start()
    const before = peakMegabytes(pid)
    const port = Number(new URL(site.url).port)
    const floods = Array.from({ length: connections }, () => flood(port))
    t.after(async () => {
      for (const { socket } of floods) socket.destroy()
    })
    const slowest = await slowestOf(site, 5000)
    const closed = Promise.all(floods.map((one) => one.closed))
    const longest = await Promise.race([
      closed.then((times) => Math.max(...times)),
      sleep(CLOSED_WITHIN_MILLISECONDS, Number.POSITIVE_INFINITY, { ref: false }),
    ])
    t.diagnostic(
      `peak ${peakMegabytes(pid)} MB, ${before} before; p99 ${slowest.toFixed(1)} ms; closed after ${longest} ms`,
    )
    assert.ok(peakMegabytes(pid) < MOST_MEGABYTES, `${peakMegabytes(pid)} MB`)
    assert.ok(slowest < MOST_MILLISECONDS, `${slowest} ms`)
    assert.ok(longest < CLOSED_WITHIN_MILLISECONDS, `${longest} ms`)
  })
