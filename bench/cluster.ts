import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findPostgres, startPostgres } from '../packages/server/test/support/postgres-server.ts'
import { colophon, type Running, startServer } from './children.ts'
import { type Database, freshDatabase, rolledBackIn } from './cluster/database.ts'
import { measureReads } from './cluster/reads.ts'
import { type Figure, rate, report } from './figures.ts'
import { inFolder } from './folder.ts'
import { publishOne } from './publications.ts'
import { prepareReports, signalFor, WIDE } from './reports.ts'
import { issueToken, type Site } from './site.ts'
import { openWire } from './wire.ts'

/** `npm run bench -- cluster [--servers 1,2,3] [--quick]`: one server on SQLite, and some together on PostgreSQL. */
const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    servers: { type: 'string', default: '1,2,3' },
    quick: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
})
const SERVERS = values.servers.split(',').map(Number)
const MILLISECONDS = values.quick ? 4000 : 12_000
const WARM_MILLISECONDS = values.quick ? 1000 : 3000
const PUBLISHERS = 32
const REPORTERS = 64
const FILES = values.quick ? 300 : 1500
/** As a press of an operator: what was answered survives the machine. */
const DURABLE = ['fsync=on', 'synchronous_commit=on', 'shared_buffers=256MB']

interface Published {
  readonly perSecond: number
  /** Milliseconds of a publication, which is three commands. */
  readonly p99: number
}

await inFolder(async (folder) => {
  const programs = findPostgres()
  if (programs === null) throw new Error('PostgreSQL is not installed here: apt-get install postgresql')
  const postgres = await startPostgres(programs, DURABLE)
  try {
    const files = makeFiles(folder)
    const sqlite = { settings: { COLOPHON_DATABASE_URL: `sqlite:${join(folder, 'colophon.db')}` } }
    issueToken(folder, sqlite.settings)
    const alone = await measure(folder, sqlite, 1)
    const beside = { ...alone, imported: importFiles(folder, sqlite, files) }
    const forReads = await freshDatabase(postgres.adminUrl, { folder, name: 'bench_reads' })
    const alike = { settings: { COLOPHON_DATABASE_URL: `sqlite:${join(folder, 'reads.db')}` } }
    const figures = [await measureReads(folder, { sqlite: alike, postgres: forReads })]
    for (const count of SERVERS) {
      const database = await freshDatabase(postgres.adminUrl, { folder, name: `bench_${count}` })
      figures.push(...figuresOf(count, await measure(folder, database, count), beside))
      if (count === 1) figures.push(importFigure(importFiles(folder, database, files), beside.imported))
    }
    report('cluster', figures)
  } finally {
    await postgres.stop()
  }
})

interface Measured {
  readonly published: Published
  readonly signals: number
  /** Part of all transactions. */
  readonly rolledBack: number
}

async function measure(folder: string, database: Database, count: number): Promise<Measured> {
  const place = { folder, settings: { ...WIDE, ...database.settings } }
  const servers: Running[] = []
  try {
    for (let started = 0; started < count; started += 1) servers.push(await startServer(place))
    const ports = servers.map(({ port }) => port)
    const site = { port: ports[0] ?? 0, token: issueToken(folder, place.settings) }
    const next = await prepareReports(site)
    await publishFor({ ...site, ports }, WARM_MILLISECONDS)
    const rolledBack = await rolledBackIn(database)
    const published = await publishFor({ ...site, ports }, MILLISECONDS)
    const signals = await signalFor({ ports, clients: REPORTERS, next, milliseconds: MILLISECONDS })
    return { published, signals: signals.perSecond, rolledBack: await rolledBack() }
  } finally {
    for (const server of servers) await server.stop()
  }
}

async function publishFor(
  site: Site & { ports: readonly number[] },
  milliseconds: number,
): Promise<Published> {
  const { ports } = site
  const latencies: number[] = []
  const start = performance.now()
  const publishUntil = async (client: number) => {
    const wire = await openWire(ports[client % ports.length] ?? 0)
    while (performance.now() < start + milliseconds) {
      const before = performance.now()
      await publishOne(wire, site)
      latencies.push(performance.now() - before)
    }
    wire.close()
  }
  await Promise.all(Array.from({ length: PUBLISHERS }, (_, client) => publishUntil(client)))
  const perSecond = (latencies.length / (performance.now() - start)) * 1000
  const sorted = latencies.sort((one, other) => one - other)
  return { perSecond, p99: sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN }
}

function makeFiles(folder: string): string {
  const files = join(folder, 'files')
  mkdirSync(files)
  for (let place = 0; place < FILES; place += 1) {
    const body = 'Words of a body of some length. '.repeat(20)
    writeFileSync(join(files, `file-${place}.md`), `# File ${place}\n\n${body}\n`)
  }
  return files
}

/** Files per second into a topic that everybody can read, of the command alone. */
function importFiles(folder: string, { settings }: Database, files: string): number {
  const argv = ['import', files, '--topic', 'bench', '--json']
  const start = performance.now()
  colophon(folder, argv, settings)
  return (FILES / (performance.now() - start)) * 1000
}

function figuresOf(count: number, measured: Measured, sqlite: Measured): Figure[] {
  const { published, signals, rolledBack } = measured
  const servers = `${count} ${count === 1 ? 'server' : 'servers'} on PostgreSQL`
  const ratio = (own: number, other: number) => (own / other).toFixed(2)
  return [
    {
      what: `Publications of ${PUBLISHERS} clients, ${servers}`,
      measured: `${rate(published.perSecond)}, p99 ${published.p99.toFixed(0)} ms, ${(rolledBack * 100).toFixed(1)} % rolled back`,
      beside: `SQLite ${rate(sqlite.published.perSecond)}`,
      ratio: ratio(published.perSecond, sqlite.published.perSecond),
      target: '>= 350/s, <= 400 ms, < 2 %',
    },
    {
      what: `Signals of ${REPORTERS} clients, ${servers}`,
      measured: rate(signals),
      beside: `SQLite ${rate(sqlite.signals)}`,
      ratio: ratio(signals, sqlite.signals),
      target: '>= 1,500/s',
    },
  ]
}

function importFigure(own: number, sqlite: number): Figure {
  return {
    what: 'Import of files into a public topic on PostgreSQL',
    measured: rate(own),
    beside: `SQLite ${rate(sqlite)}`,
    ratio: (own / sqlite).toFixed(2),
    target: '>= 250/s',
  }
}
