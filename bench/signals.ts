import { randomUUID } from 'node:crypto'
import { appendFor } from './append.ts'
import { startAlone, startBare, startServer } from './children.ts'
import { type Figure, median, rate, report } from './figures.ts'
import { inFolder } from './folder.ts'
import { cpuProfile } from './hot-spots.ts'
import { issueToken, makeTopic, publish, register, type Site } from './site.ts'
import { ask, bodyOf, openWire, requestBytes, type Wire } from './wire.ts'

const ROUNDS = 7
const CLIENTS = 64
const MILLISECONDS = 1500
const READERS = 256
const ARTICLES = 500
const WIDE = Object.fromEntries(
  [
    'REGISTRATIONS_PER_NETWORK_HOUR',
    'REGISTRATIONS_PER_DAY',
    'REGISTRATIONS_TOTAL',
    'SIGNALS_PER_DAY',
    'COMMANDS_PER_DAY',
  ].map((name) => [`COLOPHON_LIMIT_${name}`, '1000000']),
)

interface Round {
  appended: { perSecond: number; p50: number }
  together: number
  alone: number
  single: { perSecond: number; p50: number }
  bare: { perSecond: number; p50: number }
}

/** Durable first reports, each a new one, beside the same disk's own durable appends. */
await inFolder(async (folder) => {
  const profile = cpuProfile(folder)
  const server = await startServer({ folder, nodeFlags: profile.nodeFlags, settings: WIDE })
  const alone = await startAlone({ folder, settings: WIDE })
  const bare = await startBare(folder)
  try {
    const site = { port: server.port, token: issueToken(folder) }
    const next = await prepare(site)
    const on = (port: number, clients: number) => signalFor({ port, clients, next })
    const same = next()
    await on(server.port, CLIENTS)
    const rounds: Round[] = []
    for (let round = 0; round < ROUNDS; round += 1)
      rounds.push({
        appended: appendFor(folder, MILLISECONDS),
        together: (await on(server.port, CLIENTS)).perSecond,
        alone: (await on(alone.port, CLIENTS)).perSecond,
        single: await on(server.port, 1),
        bare: await signalFor({ port: bare.port, clients: 1, next: () => same }),
      })
    report('signals', figuresOf(rounds))
  } finally {
    await bare.stop()
    await alone.stop()
    await server.stop()
  }
  profile.print()
})

function figuresOf(rounds: readonly Round[]): Figure[] {
  const of = (value: (round: Round) => number) => median(rounds.map(value))
  const together = rate(of((round) => round.together))
  return [
    {
      what: `Durable signals, ${CLIENTS} clients`,
      measured: together,
      beside: `append 4 KiB + \`fdatasync\` ${rate(of(({ appended }) => appended.perSecond))}`,
      ratio: of((round) => round.together / round.appended.perSecond).toFixed(2),
      target: '>= 1.25',
    },
    {
      what: `Durable signals, ${CLIENTS} clients`,
      measured: together,
      beside: `one commit a request ${rate(of((round) => round.alone))}`,
      ratio: of((round) => round.together / round.alone).toFixed(2),
      target: '>= 3.00',
    },
    {
      what: 'A durable signal of one client alone, p50',
      measured: `${of((round) => round.single.p50).toFixed(2)} ms`,
      beside: `one \`fdatasync\` ${of(({ appended }) => appended.p50).toFixed(2)} ms`,
      ratio: of((round) => round.single.p50 / round.appended.p50).toFixed(2),
      target: '<= 2.50',
    },
    {
      what: 'The same',
      measured: `${of((round) => round.single.p50).toFixed(2)} ms`,
      beside: `bare \`node:http\` that appends 4 KiB + \`fdatasync\` ${of(({ bare }) => bare.p50).toFixed(2)} ms, itself ${of(({ bare, appended }) => bare.p50 / appended.p50).toFixed(2)} of one`,
      ratio: of((round) => round.single.p50 / round.bare.p50).toFixed(2),
      target: 'reported',
    },
  ]
}

/** Hands out reports that nobody has made yet: readers and articles in every combination. */
async function prepare(site: Site): Promise<() => Buffer> {
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
  port: number
  clients: number
  next: () => Buffer
}

async function signalFor({ port, clients, next }: Load): Promise<{ perSecond: number; p50: number }> {
  const wires = await Promise.all(Array.from({ length: clients }, () => openWire(port)))
  const latencies: number[] = []
  const start = performance.now()
  await Promise.all(wires.map((wire) => signalUntil(wire, { next, latencies, until: start + MILLISECONDS })))
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
