import { parseArgs } from 'node:util'
import { openWire, requestBytes, type Wire } from './wire.ts'

export interface Load {
  readonly port: number
  /** In turn, if there are several. */
  readonly request: Buffer | readonly Buffer[]
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
  const next = turnsOf(load.request)
  try {
    await Promise.all(
      wires.map((wire) => keepAsking(wire, load, { latencies, next, until: start + load.milliseconds })),
    )
  } finally {
    for (const wire of wires) wire.close()
  }
  return summary(latencies, performance.now() - start)
}

/** Null when every one of a list that is asked once was asked. */
function turnsOf(request: Load['request'], isOnce = false): () => Buffer | null {
  if (!Array.isArray(request)) return () => request as Buffer
  const requests = request as readonly Buffer[]
  let place = 0
  return () => (isOnce && place >= requests.length ? null : (requests[place++ % requests.length] ?? null))
}

/** Asks for each of some addresses once. */
export async function runOnce(load: Omit<Load, 'milliseconds'>): Promise<Measured> {
  const wires = await Promise.all(Array.from({ length: load.connections }, () => openWire(load.port)))
  const latencies: number[] = []
  const start = performance.now()
  const next = turnsOf(load.request, true)
  const until = Number.POSITIVE_INFINITY
  try {
    await Promise.all(wires.map((wire) => keepAsking(wire, load, { latencies, next, until })))
  } finally {
    for (const wire of wires) wire.close()
  }
  return summary(latencies, performance.now() - start)
}

function keepAsking(
  wire: Wire,
  { status }: Pick<Load, 'status'>,
  run: { latencies: number[]; next: () => Buffer | null; until: number },
): Promise<void> {
  return new Promise((resolve, reject) => {
    let sent = performance.now()
    const next = () => {
      const request = run.next()
      if (request === null) resolve()
      else wire.send(request, answered)
    }
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
