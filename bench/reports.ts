import { randomUUID } from 'node:crypto'
import { median } from './figures.ts'
import { makeTopic, publish, register, type Site } from './site.ts'
import { ask, bodyOf, openWire, requestBytes, type Wire } from './wire.ts'

const READERS = 256
const ARTICLES = 500

/** Allowances that no bench uses up. */
export const WIDE = Object.fromEntries(
  [
    'REGISTRATIONS_PER_NETWORK_HOUR',
    'REGISTRATIONS_PER_DAY',
    'REGISTRATIONS_TOTAL',
    'SIGNALS_PER_DAY',
    'COMMANDS_PER_DAY',
  ].map((name) => [`COLOPHON_LIMIT_${name}`, '1000000']),
)

/** Hands out reports that nobody has made yet: readers and articles in every combination. */
export async function prepareReports(site: Site): Promise<() => Buffer> {
  await makeTopic(site, 'bench')
  const hashes: string[] = []
  for (let place = 0; place < ARTICLES; place += 1)
    hashes.push((await publish(site, `/bench/a${place}`, `# Article ${place}\n`)).content_hash)
  const tokens: string[] = []
  for (let place = 0; place < READERS; place += 1) tokens.push(await register(site))
  let made = 0
  return () => {
    const reader = made % READERS
    const article = (Math.floor(made / READERS) + reader) % ARTICLES
    made += 1
    if (made > READERS * ARTICLES) throw new Error('every reader has reported on every article')
    return requestBytes(
      `POST /api/v1/objects/${hashes[article]}/signals`,
      [
        `Authorization: Bearer ${tokens[reader]}`,
        'Content-Type: application/json',
        `Idempotency-Key: ${randomUUID()}`,
      ],
      '{"value":"up","comment":"It answered the question."}',
    )
  }
}

interface Load {
  /** Of the servers, which the clients share out among them. */
  ports: readonly number[]
  clients: number
  next: () => Buffer
  milliseconds: number
}

/** Reports of all clients together per second, and the middle time of one in milliseconds. */
export async function signalFor({
  ports,
  clients,
  next,
  milliseconds,
}: Load): Promise<{ perSecond: number; p50: number }> {
  const wires = await Promise.all(
    Array.from({ length: clients }, (_, client) => openWire(ports[client % ports.length] ?? 0)),
  )
  const latencies: number[] = []
  const start = performance.now()
  await Promise.all(wires.map((wire) => signalUntil(wire, { next, latencies, until: start + milliseconds })))
  for (const wire of wires) wire.close()
  return { perSecond: (latencies.length / (performance.now() - start)) * 1000, p50: median(latencies) }
}

async function signalUntil(
  wire: Wire,
  run: { next: () => Buffer; latencies: number[]; until: number },
): Promise<void> {
  while (performance.now() < run.until) {
    const request = run.next()
    const before = performance.now()
    const answer = await ask(wire, request)
    if (answer.status !== 201) throw new Error(`a signal: ${answer.status} ${bodyOf(answer)}`)
    run.latencies.push(performance.now() - before)
  }
}
