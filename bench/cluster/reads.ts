import { type Running, startServer } from '../children.ts'
import { type Figure, median, rate } from '../figures.ts'
import { type LoadOfServer, runRounds } from '../rounds.ts'
import { issueToken, makeTopic, publish } from '../site.ts'
import { requestBytes } from '../wire.ts'
import type { Database } from './database.ts'

const CONNECTIONS = 32
const MILLISECONDS = 1500
const BODY = 'A line of an article that is read again and again.\n'.repeat(80)

/** An object that everybody reads, on SQLite and on PostgreSQL in alternating runs. */
export async function measureReads(
  folder: string,
  databases: { readonly sqlite: Database; readonly postgres: Database },
): Promise<Figure> {
  const sqlite = await serveObject(folder, databases.sqlite)
  const postgres = await serveObject(folder, databases.postgres)
  try {
    const rounds = await runRounds({ sqlite: sqlite.load, postgres: postgres.load }, ['sqlite', 'postgres'])
    const ratios = rounds.postgres.map(
      ({ perSecond }, round) => perSecond / (rounds.sqlite[round]?.perSecond ?? Number.NaN),
    )
    const { perSecond, p99 } = {
      perSecond: rounds.postgres.map((run) => run.perSecond),
      p99: rounds.postgres.map((run) => run.p99),
    }
    return {
      what: '`GET /objects/{sha256}`, 4 KiB, one server on PostgreSQL',
      measured: `${rate(median(perSecond))}, p99 ${median(p99).toFixed(1)} ms`,
      beside: `SQLite ${rate(median(rounds.sqlite.map((run) => run.perSecond)))}`,
      ratio: median(ratios).toFixed(2),
      target: '>= 0.60',
    }
  } finally {
    await sqlite.server.stop()
    await postgres.server.stop()
  }
}

async function serveObject(
  folder: string,
  { settings }: Database,
): Promise<{ server: Running; load: LoadOfServer }> {
  const server = await startServer({ folder, settings })
  const site = { port: server.port, token: issueToken(folder, settings) }
  await makeTopic(site, 'bench')
  const { content_hash } = await publish(site, '/bench/read', BODY)
  const request = requestBytes(`GET /objects/${content_hash}`, [])
  const place = { pid: server.pid, port: server.port }
  return {
    server,
    load: { ...place, connections: CONNECTIONS, milliseconds: MILLISECONDS, status: 200, request },
  }
}
