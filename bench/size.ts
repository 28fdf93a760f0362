import { parseArgs } from 'node:util'
import { type Running, startServer } from './children.ts'
import { type Figure, median, report } from './figures.ts'
import { issueToken, post, type Site } from './site.ts'
import { inSizedSite, type SiteSize, topicName } from './size/site.ts'

const ROUNDS = 7
const PATIENCE_MILLISECONDS = 60_000
const BESIDE_MILLISECONDS = 5
/** A page at every size costs at most so many times what it costs in the smallest site, of one topic. */
const MOST_GROWTH = 1.5

interface Asked {
  readonly what: string
  readonly path: (site: MeasuredSite) => string
  readonly isAdmin?: boolean
  /** Entries, paths and words differ from round to round, which makes each round a first one. */
  readonly isFlat?: boolean
}

interface Item {
  readonly entry_id: string
  readonly path: string
}

interface MeasuredSite extends Site {
  readonly size: SiteSize
  readonly items: readonly Item[]
  round: number
}

const itemOf = (site: MeasuredSite) => site.items[site.round % site.items.length]

const ASKED: readonly Asked[] = [
  { what: 'Index, all topics', path: () => '/api/v1/index', isAdmin: true },
  { what: 'Index, half of the topics', path: () => '/api/v1/index' },
  { what: 'Index, one topic', path: () => `/api/v1/index?topic=${topicName(0)}` },
  { what: 'Index, no entry of the mode', path: () => '/api/v1/index?mode=reviewed' },
  { what: 'Home', path: () => '/read' },
  { what: 'Feed', path: () => '/feed.atom' },
  { what: 'Changes', path: ({ size }) => `/api/v1/changes?after=${Math.floor(size.entries / 4)}` },
  { what: 'An entry', path: (site) => `/api/v1/entries/${itemOf(site)?.entry_id}` },
  { what: 'A path', path: (site) => `/api/v1/resolve?path=${itemOf(site)?.path}` },
  { what: 'Page of a topic', path: () => `/topics/${topicName(0)}` },
  { what: 'Candidates', path: () => '/api/v1/candidates', isAdmin: true },
  { what: 'Submissions, none in the state', path: () => '/api/v1/submissions?state=declined', isAdmin: true },
  { what: 'Search for two words', path: ({ round }) => `/api/v1/search?q=subject+${round * 13 + 7}` },
  { what: 'Site map', path: () => '/sitemap.xml' },
]

/** Milliseconds of one route in one site: the median answer, and the slowest of all other requests beside them. */
interface Times {
  readonly median: number
  readonly beside: number
}

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    entries: { type: 'string', default: '100000' },
    topics: { type: 'string', default: '100' },
    write: { type: 'boolean' },
  },
})
const sizes = sizesUpTo(Number(values.entries), Number(values.topics))
const tables = new Map<SiteSize, Map<Asked, Times>>()
for (const size of sizes)
  await inSizedSite(size, async (folder) => {
    const server = await startServer({ folder, settings: { COLOPHON_PUBLIC_MAX_AGE: '0' } })
    try {
      tables.set(size, await measureSite(server, { folder, size }))
    } finally {
      await server.stop()
    }
  })
report('size', ASKED.map(figureOf))

/** One topic of 10,000 entries first; what is asked for last; 100,000 between. */
function sizesUpTo(entries: number, topics: number): SiteSize[] {
  const steps = [100_000].filter((step) => step < entries)
  return [{ entries: 10_000, topics: 1 }, ...[...steps, entries].map((count) => ({ entries: count, topics }))]
}

async function measureSite(
  server: Running,
  { folder, size }: { folder: string; size: SiteSize },
): Promise<Map<Asked, Times>> {
  const token = issueToken(folder)
  const answer = await fetch(`http://127.0.0.1:${server.port}/api/v1/index?limit=100`)
  const { items } = (await answer.json()) as { items: Item[] }
  const site: MeasuredSite = { port: server.port, token, size, items, round: 0 }
  const times = new Map<Asked, Times>()
  for (const asked of ASKED) times.set(asked, await timesOf(site, asked))
  return times
}

async function timesOf(site: MeasuredSite, asked: Asked): Promise<Times> {
  const took: number[] = []
  const watch = watchHealth(site.port)
  for (let round = 0; round < ROUNDS; round += 1) {
    site.round += 1
    await endKeptAnswers(site)
    const milliseconds = await timeOf(site, asked)
    took.push(milliseconds)
    if (milliseconds >= PATIENCE_MILLISECONDS) break
  }
  const beside = await watch.stop()
  console.error(
    `${site.size.entries} ${asked.what}: ${took.map((one) => one.toFixed(1)).join(' ')} beside ${beside.toFixed(1)}`,
  )
  return { median: median(took), beside }
}

async function timeOf(site: MeasuredSite, asked: Asked): Promise<number> {
  const headers: HeadersInit = asked.isAdmin ? { Authorization: `Bearer ${site.token}` } : {}
  const begun = performance.now()
  try {
    const signal = AbortSignal.timeout(PATIENCE_MILLISECONDS)
    const answer = await fetch(`http://127.0.0.1:${site.port}${asked.path(site)}`, { headers, signal })
    await answer.bytes()
    if (!answer.ok) throw new Error(`${asked.what}: ${answer.status}`)
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
  }
  return performance.now() - begun
}

/** A commit: what was kept before it is made again. */
async function endKeptAnswers(site: MeasuredSite): Promise<void> {
  await post(site, '/api/v1/suggestions', {
    topic_id: topicName(0),
    kind: 'research',
    question: 'Which?',
    motivation: 'A bench ends what was kept.',
  })
}

/** Asks without a pause whether the server lives; answers how long it took at most. */
function watchHealth(port: number) {
  let slowest = 0
  let isOver = false
  const watching = (async () => {
    while (!isOver) {
      const begun = performance.now()
      await (await fetch(`http://127.0.0.1:${port}/healthz`)).bytes()
      slowest = Math.max(slowest, performance.now() - begun)
      await new Promise((resolve) => setTimeout(resolve, BESIDE_MILLISECONDS))
    }
  })()
  return {
    async stop() {
      isOver = true
      await watching
      return slowest
    },
  }
}

function figureOf(asked: Asked): Figure {
  const all = sizes.map((size) => tables.get(size)?.get(asked) ?? { median: Number.NaN, beside: Number.NaN })
  const [first, last] = [all[0], all.at(-1)]
  const shown = all.map(
    (times, place) => `${sizes[place]?.entries.toLocaleString('en')}: ${ms(times.median)}`,
  )
  return {
    what: asked.what,
    measured: shown.join(', '),
    beside: `\`/healthz\` at most ${ms(Math.max(...all.map(({ beside }) => beside)))}`,
    ratio: ((last?.median ?? Number.NaN) / (first?.median ?? Number.NaN)).toFixed(2),
    target: `<= ${MOST_GROWTH.toFixed(1)}`,
  }
}

function ms(milliseconds: number): string {
  return milliseconds >= PATIENCE_MILLISECONDS ? 'none in a minute' : `${milliseconds.toFixed(1)} ms`
}
