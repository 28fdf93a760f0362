import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { startServer } from './children.ts'
import { type Figure, median, rate, report } from './figures.ts'
import { inFolder } from './folder.ts'
import { cpuProfile } from './hot-spots.ts'
import { type LoadOfServer, type Run, runRounds } from './rounds.ts'
import { issueToken, makeTopic, publish, type Receipt, type Site } from './site.ts'
import { ask, bodyBytesOf, openWire, requestBytes, type Wire } from './wire.ts'

const MILLISECONDS = 1500
const ARTICLE_BYTES = 4096
const PATH = '/bench/article'
const MOST_WIRE_BYTES = 50_000
const LEAST_RATIO = 0.5

/** Headings, lists, a table and cases: cut where the stored bytes are as many as those of the other benches. */
const EXAMPLE = join(import.meta.dirname, '../packages/server/examples/contact-import/line-folding.md')

const NAMES = ['page', 'object', 'encoded'] as const
type Name = (typeof NAMES)[number]

/** A warm article page beside the bytes of the same revision, and what a browser loads to show it. */
await inFolder(async (folder) => {
  const profile = cpuProfile(folder)
  const server = await startServer({ folder, nodeFlags: profile.nodeFlags })
  try {
    const site = { port: server.port, token: issueToken(folder) }
    const article = await publishExample(site)
    const loaded = await loadedBytes(server.port)
    const rounds = await runRounds(loadsOf(server, article), NAMES)
    report('pages', [...compare(rounds), wireFigure(loaded)])
  } finally {
    await server.stop()
  }
  profile.print()
})

async function publishExample(site: Site): Promise<Receipt> {
  await makeTopic(site, 'bench')
  const [, , text = ''] = readFileSync(EXAMPLE, 'latin1').split(/^---\n/m)
  const ascii = text.replaceAll(/[^\n -~]/g, '')
  const draft = await publish(site, `${PATH}-1`, 'x')
  const response = await fetch(`http://127.0.0.1:${site.port}/objects/${draft.content_hash}`)
  const space = ARTICLE_BYTES - (await response.bytes()).length
  return publish(site, PATH, ascii.slice(0, space))
}

function loadsOf({ pid, port }: { pid: number; port: number }, article: Receipt): Record<Name, LoadOfServer> {
  const common = { pid, port, connections: 32, milliseconds: MILLISECONDS, status: 200 }
  return {
    page: { ...common, request: requestBytes(`GET /read${PATH}`, []) },
    encoded: { ...common, request: requestBytes(`GET /read${PATH}`, ['Accept-Encoding: gzip, deflate, br']) },
    object: { ...common, request: requestBytes(`GET /objects/${article.content_hash}`, []) },
  }
}

function compare(rounds: Record<Name, Run[]>): Figure[] {
  const objects = rounds.object
  const beside = `\`GET /objects/{sha256}\` ${rate(median(objects.map((run) => run.perSecond)))}, ${cost(objects)}`
  return [
    { name: 'page', what: 'A warm article page of 4 KiB of Markdown, plain' },
    { name: 'encoded', what: 'The same, compressed as browsers ask for it' },
  ].map(({ name, what }) => {
    const own = rounds[name as Name]
    const ratios = own.map(({ perSecond }, round) => perSecond / (objects[round]?.perSecond ?? Number.NaN))
    const p99 = median(own.map((run) => run.p99)).toFixed(2)
    return {
      what,
      measured: `${rate(median(own.map((run) => run.perSecond)))}, p99 ${p99} ms, ${cost(own)}`,
      beside,
      ratio: median(ratios).toFixed(2),
      target: `>= ${LEAST_RATIO.toFixed(2)}`,
    }
  })
}

function cost(runs: readonly Run[]): string {
  return `${median(runs.map((run) => run.cost)).toFixed(0)} us of CPU`
}

interface Loaded {
  readonly page: number
  readonly others: number
  readonly fonts: number
}

/** Bytes over the wire, heads of the answers and all, of the page and of everything that it asks for. */
async function loadedBytes(port: number): Promise<Loaded> {
  const wire = await openWire(port)
  try {
    const page = await load(wire, `/read${PATH}`)
    const html = brotliDecompressSync(bodyBytesOf(page)).toString()
    const addresses = new Set([...html.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, address = '']) => address))
    const sizes = { page: page.bytes.length, others: 0, fonts: 0 }
    for (const address of addresses) {
      const { bytes } = await load(wire, address)
      if (address.endsWith('.woff2')) sizes.fonts += bytes.length
      else sizes.others += bytes.length
    }
    return sizes
  } finally {
    wire.close()
  }
}

async function load(wire: Wire, path: string) {
  const answer = await ask(wire, requestBytes(`GET ${path}`, ['Accept: text/html', 'Accept-Encoding: br']))
  if (answer.status !== 200) throw new Error(`GET ${path}: ${answer.status}`)
  return answer
}

function wireFigure({ page, others, fonts }: Loaded): Figure {
  const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} KB`
  return {
    what: 'Over the wire for that page, with all that it loads',
    measured: `${kilobytes(page + others)}: page ${kilobytes(page)}, style and mark ${kilobytes(others)}`,
    beside: `fonts, once: ${kilobytes(fonts)}`,
    ratio: '',
    target: `< ${kilobytes(MOST_WIRE_BYTES)}`,
  }
}
