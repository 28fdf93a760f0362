import { parseArgs } from 'node:util'
import { openWire, requestBytes, type Wire } from './wire.ts'

export interface Load {
  readonly port: number
  readonly request: Buffer
  readonly status: number
  readonly connections: number
  readonly milliseconds: number
}

export interface Measured {
  readonly requests: number
  readonly perSecond: number
  /** Milliseconds. */
  readonly p50: number
  readonly p99: number
}

/** More than any load here makes in its time: the end that does not depend on a clock. */
const MOST_REQUESTS = 4_000_000

/** Keeps one request under way on each connection until the time is over. */
export async function runLoad(load: Load): Promise<Measured> {
  const wires = await Promise.all(Array.from({ length: load.connections }, () => openWire(load.port)))
  const latencies: number[] = []
  const start = performance.now()
  try {
    await Promise.all(
      wires.map((wire) => keepAsking(wire, load, { latencies, until: start + load.milliseconds })),
    )
  } finally {
    for (const wire of wires) wire.close()
  }
  return summary(latencies, performance.now() - start)
}

function keepAsking(
  wire: Wire,
  { request, status }: Load,
  run: { latencies: number[]; until: number },
): Promise<void> {
  return new Promise((resolve, reject) => {
    let sent = performance.now()
    const next = () => wire.send(request, answered)
    const answered = (answer: { status: number }) => {
      const now = performance.now()
      run.latencies.push(now - sent)
      if (answer.status !== status) reject(new Error(`expected ${status}, got ${answer.status}`))
      else if (now >= run.until || run.latencies.length >= MOST_REQUESTS) resolve()
      else {
        sent = now
        next()
      }
    }
    next()
  })
}

function summary(latencies: number[], milliseconds: number): Measured {
  const sorted = Float64Array.from(latencies).sort()
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return {
    requests: sorted.length,
    perSecond: (sorted.length / milliseconds) * 1000,
    p50: at(0.5),
    p99: at(0.99),
  }
}

/** `node bench/load.ts --url URL`: loads any server on this machine. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      url: { type: 'string' },
      header: { type: 'string', multiple: true, default: [] },
      status: { type: 'string', default: '200' },
      connections: { type: 'string', default: '32' },
      seconds: { type: 'string', default: '3' },
    },
  })
  const url = new URL(values.url ?? '')
  const measured = await runLoad({
    port: Number(url.port),
    request: requestBytes(`GET ${url.pathname}${url.search}`, values.header),
    status: Number(values.status),
    connections: Number(values.connections),
    milliseconds: Number(values.seconds) * 1000,
  })
  console.log(
    `${measured.perSecond.toFixed(0)} requests/s, p50 ${measured.p50.toFixed(2)} ms, p99 ${measured.p99.toFixed(2)} ms`,
  )
}

if (import.meta.main) await main()
