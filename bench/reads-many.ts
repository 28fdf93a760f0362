import { randomUUID } from 'node:crypto'
import type { Running } from './children.ts'
import { type Figure, median, rate } from './figures.ts'
import { type FilledText, fillServer } from './fill.ts'
import { type Measured, runLoad, runOnce } from './load.ts'
import { processorTime } from './processor-time.ts'
import { type Site, submission } from './site.ts'
import { requestBytes } from './wire.ts'

/** Addresses that readers come back to. */
const MANY = 200
/** Never asked before, in one round. */
const FRESH = 1500
/** Of each kind, before the first round: what runs once an address is compiled late. */
const WARM_UP = 4000
const ROUNDS = 5
const MILLISECONDS = 1200
const COMMITS_PER_SECOND = 40
const CONNECTIONS = 32
const BODY_BYTES = 3400

interface Item {
  readonly path: string
  readonly entry_id: string
  readonly content_hash: string
}

/** Articles of about 4 KiB: those that are asked for again and again, and those that are asked for once. */
export function fillMany(folder: string): Promise<void> {
  return fillServer(folder, MANY + 3 * (WARM_UP + ROUNDS * FRESH), (place): FilledText => {
    const number = String(place).padStart(6, '0')
    const body = `# Article ${number}\n\n${`${'x'.repeat(79)}\n`.repeat(BODY_BYTES / 80)}`
    return { title: `Article ${number}`, summary: `The article ${number}.`, path: `/bench/a-${number}`, body }
  })
}

const TARGETS = {
  object: { warm: 0.6, written: 0.5, fresh: 0.35 },
  entry: { warm: 0.55, written: 0.4, fresh: 0.35 },
} as const
/** Of the rate of objects that are asked for in the same way. */
const LEAST_OF_OBJECTS = 0.4

type Plain = keyof typeof TARGETS
type Kind = Plain | 'page'
type Way = keyof (typeof TARGETS)['object']

const PATHS: Readonly<Record<Kind, (item: Item) => string>> = {
  object: ({ content_hash }) => `/objects/${content_hash}`,
  entry: ({ entry_id }) => `/api/v1/entries/${entry_id}`,
  page: ({ path }) => `/read${path}`,
}
const NAMES: Readonly<Record<Plain, string>> = {
  object: '`GET /objects/{sha256}`',
  entry: '`GET /api/v1/entries/{uuid}`',
}
const WAYS: Readonly<Record<Way, string>> = {
  warm: '200 addresses',
  written: `200 addresses, ${COMMITS_PER_SECOND} commits/s`,
  fresh: 'never asked before',
}

interface Round {
  readonly ratio: number
  readonly own: Measured
  readonly cost: number
  readonly bareCost: number
}

/** Each way of asking beside the bare server, in turns. */
export async function measureMany(
  { bare, server }: { bare: Running; server: Running },
  site: Site,
): Promise<Figure[]> {
  const items = await readItems(site)
  const fresh = items.slice(MANY)
  for (const kind of Object.keys(PATHS) as Kind[]) await warmUp(server, kind, fresh.splice(0, WARM_UP))
  const rounds = new Map<string, Round[]>()
  for (let round = 0; round < ROUNDS; round += 1)
    for (const kind of Object.keys(PATHS) as Kind[])
      for (const way of Object.keys(WAYS) as Way[]) {
        const chosen = way === 'fresh' ? fresh.splice(0, FRESH) : items.slice(0, MANY)
        const request = chosen.map((item) => requestBytes(`GET ${PATHS[kind](item)}`, []))
        const writer = way === 'written' ? startWriter(site) : null
        const made = await measureOnce({ bare, server }, { request, isOnce: way === 'fresh' })
        await writer?.stop()
        rounds.set(`${kind} ${way}`, [...(rounds.get(`${kind} ${way}`) ?? []), made])
      }
  const plain = (Object.keys(TARGETS) as Plain[]).flatMap((kind) =>
    (Object.keys(WAYS) as Way[]).map((way) => figureOf(kind, way, rounds.get(`${kind} ${way}`) ?? [])),
  )
  const pages = (Object.keys(WAYS) as Way[]).map((way) =>
    pageFigure(way, rounds.get(`page ${way}`) ?? [], rounds.get(`object ${way}`) ?? []),
  )
  return [...plain, ...pages]
}

async function warmUp({ port }: Running, kind: Kind, items: readonly Item[]): Promise<void> {
  const request = items.map((item) => requestBytes(`GET ${PATHS[kind](item)}`, []))
  await runOnce({ connections: CONNECTIONS, status: 200, port, request })
}

function pageFigure(way: Way, pages: readonly Round[], objects: readonly Round[]): Figure {
  const ratios = pages.map(({ own }, round) => own.perSecond / (objects[round]?.own.perSecond ?? Number.NaN))
  return {
    what: `An article page, ${WAYS[way]}`,
    measured: `${rate(median(pages.map(({ own }) => own.perSecond)))}, ${median(pages.map(({ cost }) => cost)).toFixed(0)} us of CPU`,
    beside: `${NAMES.object} in the same way: ${median(objects.map(({ cost }) => cost)).toFixed(0)} us`,
    ratio: median(ratios).toFixed(2),
    target: way === 'fresh' ? `>= ${LEAST_OF_OBJECTS.toFixed(2)}` : 'reported',
  }
}

async function measureOnce(
  { bare, server }: { bare: Running; server: Running },
  { request, isOnce }: { request: Buffer[]; isOnce: boolean },
): Promise<Round> {
  const common = { connections: CONNECTIONS, status: 200, milliseconds: MILLISECONDS }
  const before = processorTime(server.pid)
  const load = { ...common, port: server.port, request }
  const own = await (isOnce ? runOnce(load) : runLoad(load))
  const cost = (processorTime(server.pid) - before) / own.requests
  const begun = processorTime(bare.pid)
  const plain = await runLoad({ ...common, port: bare.port, request: requestBytes('GET /', []) })
  const bareCost = (processorTime(bare.pid) - begun) / plain.requests
  return { ratio: own.perSecond / plain.perSecond, own, cost, bareCost }
}

/** Proposals, which change what no reader sees. */
function startWriter(site: Site) {
  const under = new Set<Promise<unknown>>()
  const timer = setInterval(() => {
    const written = write(site).finally(() => under.delete(written))
    under.add(written)
  }, 1000 / COMMITS_PER_SECOND)
  return {
    async stop() {
      clearInterval(timer)
      await Promise.all(under)
    },
  }
}

async function write(site: Site): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${site.port}/api/v1/submissions`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${site.token}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': randomUUID(),
    },
    body: JSON.stringify(submission(`/bench/w-${randomUUID()}`, 'A body.\n')),
  })
  await answer.bytes()
  if (answer.status !== 201) throw new Error(`a submission: ${answer.status}`)
}

async function readItems(site: Site): Promise<Item[]> {
  const items: Item[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const address: string = `http://127.0.0.1:${site.port}/api/v1/index?limit=100${cursor && `&cursor=${cursor}`}`
    const page = (await (await fetch(address)).json()) as { items: Item[]; next_cursor: string | null }
    items.push(...page.items)
    cursor = page.next_cursor
  }
  return items
}

function figureOf(kind: Plain, way: Way, rounds: readonly Round[]): Figure {
  const perSecond = median(rounds.map(({ own }) => own.perSecond))
  const cost = median(rounds.map((round) => round.cost)).toFixed(0)
  return {
    what: `${NAMES[kind]}, ${WAYS[way]}`,
    measured: `${rate(perSecond)}, p99 ${median(rounds.map(({ own }) => own.p99)).toFixed(2)} ms, ${cost} us of CPU`,
    beside: `bare \`node:http\` ${median(rounds.map(({ bareCost }) => bareCost)).toFixed(0)} us`,
    ratio: median(rounds.map(({ ratio }) => ratio)).toFixed(2),
    target: `>= ${TARGETS[kind][way].toFixed(2)}`,
  }
}
