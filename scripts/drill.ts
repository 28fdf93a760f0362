import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeTopic } from '../bench/site.ts'
import { openStorage } from '../packages/server/src/storage/open-storage.ts'
import { checkEverything } from '../packages/server/test/support/fault-checks.ts'
import { newLedger, stubbornClient } from '../packages/server/test/support/fault-ledger.ts'
import { doAnything, type WorkedHouse } from '../packages/server/test/support/fault-works.ts'
import { type FaultyNetwork, faultyNetwork } from '../packages/server/test/support/faulty-network.ts'
import { createDraw } from '../packages/server/test/support/fuzz-values.ts'
import {
  administer,
  databaseUrl,
  EMPTY_TEMPLATE,
} from '../packages/server/test/support/postgres-databases.ts'
import { findPostgres } from '../packages/server/test/support/postgres-server.ts'
import { s3Setting, startS3Server } from '../packages/server/test/support/s3-server.ts'
import { type DatabaseCluster, startDatabase } from './drill/database.ts'
import { missingPrograms } from './drill/programs.ts'
import {
  askServer,
  type DrillServer,
  drillServer,
  issueAdministrator,
  sharedSettings,
} from './drill/servers.ts'

const CLIENTS = 6
const CALM_MILLISECONDS = 5000
const AFTER_MILLISECONDS = 5000
const SILENT_MILLISECONDS = 10_000
/** By which the clock of the third server is ahead. S3 refuses what is 15 minutes off. */
const AHEAD = { database: 3_600_000, s3: 600_000 }
const AWAY_MILLISECONDS = 3000
/** How long writes may stand still, whatever is killed. */
const LONGEST_PAUSE_MILLISECONDS = 20_000

const works: (() => Promise<void>)[] = []
const cleanup = { after: (work: () => Promise<void>) => void works.unshift(work) }

async function drill(programs: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'colophon-drill-'))
  cleanup.after(() => rm(folder, { recursive: true, force: true }))
  const database = await startDatabase(folder, programs)
  cleanup.after(database.stop)
  console.log(`${(await database.whole()).name} leads, commits wait for both`)
  const cluster = await openCluster(folder, database)
  const load = startLoad(cluster.house)
  for (const [name, act] of Object.entries(STEPS)) {
    load.begin()
    const what = await act(cluster)
    await sleep(AFTER_MILLISECONDS)
    const { acknowledged, pause } = load.end()
    console.log(
      `${name}${what}: ${acknowledged} acknowledged, ${(pause / 1000).toFixed(1)} s the longest without one`,
    )
    if (pause > LONGEST_PAUSE_MILLISECONDS) throw new Error('writes stood still for too long')
  }
  await load.stop()
  await checkEverything(cluster.house)
  console.log(`${load.all()} acknowledged: nothing lost, nothing twice. ${JSON.stringify(cluster.outcomes)}`)
}

interface Cluster {
  readonly database: DatabaseCluster
  readonly servers: readonly [DrillServer, DrillServer, DrillServer]
  /** Before the database, as the second server sees it. */
  readonly network: FaultyNetwork
  readonly house: WorkedHouse
  readonly outcomes: Readonly<Record<string, number>>
}

/**
 * The first server goes through HAProxy, the second through a network of its own to it, the third names both hosts and has a clock that is
 * ahead; all read from the standby, whichever it is.
 */
async function openCluster(folder: string, database: DatabaseCluster): Promise<Cluster> {
  const admin = `postgres://postgres@127.0.0.1:${database.leaderPort}/postgres`
  await administer(admin, `create database press template ${EMPTY_TEMPLATE}`)
  const url = databaseUrl(admin, 'press')
  const network = await faultyNetwork(cleanup, { host: '127.0.0.1', port: database.leaderPort })
  const both = `postgres://postgres@${database.nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')}/press`
  const stored = await blobSettings()
  const blobs = stored.COLOPHON_BLOBS === undefined ? 'database' : 's3'
  const settings = {
    ...(await sharedSettings()),
    ...stored,
    COLOPHON_DATABASE_READ_URL: `${both}?target_session_attrs=standby`,
  }
  const token = issueAdministrator(folder, { ...settings, COLOPHON_DATABASE_URL: url })
  const urls = [url, url.replace(String(database.leaderPort), String(network.port)), both] as const
  const open = async (place: 0 | 1 | 2) => {
    const own = { ...settings, COLOPHON_DATABASE_URL: urls[place] }
    const server = await drillServer({ folder, settings: own, ahead: place === 2 ? AHEAD[blobs] : 0 })
    cleanup.after(server.stop)
    return server
  }
  const servers = [await open(0), await open(1), await open(2)] as const
  await makeTopic({ port: servers[0].port, token }, 'tools')
  const outcomes: Record<string, number> = {}
  const draw = createDraw(Date.now() % 1_000_000)
  const count = (outcome: string) => {
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
  }
  const ports = servers.map(({ port }) => port)
  const storage = await openStorage(url)
  cleanup.after(storage.close)
  const [first, second, third] = await Promise.all(servers.map(({ port }) => askServer(port, token)))
  if (first === undefined || second === undefined || third === undefined) throw new Error('three servers')
  const house = {
    sites: [first, second, third],
    storage,
    client: stubbornClient(ports, { draw, count }),
    draw,
    ledger: newLedger(),
  } as const
  return { database, servers, network, house, outcomes }
}

async function blobSettings(): Promise<Record<string, string>> {
  const s3 = await startS3Server()
  if ('missing' in s3) {
    console.log(`objects are in the database: ${s3.missing}`)
    return {}
  }
  cleanup.after(s3.stop)
  const { url, environment } = s3Setting(s3, 'drill')
  return { COLOPHON_BLOBS: url, ...environment }
}

/** What happens, under load, and what was hit. */
const STEPS: Readonly<Record<string, (cluster: Cluster) => Promise<string>>> = {
  async 'nothing is hit'() {
    await sleep(CALM_MILLISECONDS)
    return ''
  },
  async 'the leader is killed'({ database }) {
    const leader = await database.whole()
    await leader.kill()
    await sleep(LONGEST_PAUSE_MILLISECONDS)
    leader.start()
    const next = await database.whole()
    return ` (${leader.name}, then ${next.name} leads)`
  },
  async 'a server is killed'({ servers }) {
    await servers[0].kill()
    await sleep(AWAY_MILLISECONDS)
    await servers[0].start()
    return ''
  },
  async 'the network of a server is silent'({ network }) {
    network.silence()
    await sleep(SILENT_MILLISECONDS)
    network.heal()
    return ''
  },
}

/** Clients that work until they are told to stop; what is acknowledged is counted, and how long nothing is. */
function startLoad(house: WorkedHouse) {
  let isOver = false
  let all = 0
  let step = { acknowledged: 0, pause: 0, last: performance.now() }
  const note = () => {
    const now = performance.now()
    step.pause = Math.max(step.pause, now - step.last)
    step.last = now
  }
  const work = async (number: number) => {
    while (!isOver) {
      await doAnything(house, number)
      note()
      step.acknowledged += 1
      all += 1
    }
  }
  const working = Promise.all(Array.from({ length: CLIENTS }, (_, number) => work(number)))
  // Whoever stops them is told.
  working.catch(() => {})
  return {
    all: () => all,
    begin() {
      step = { acknowledged: 0, pause: 0, last: performance.now() }
    },
    end() {
      note()
      return step
    },
    async stop() {
      isOver = true
      await working
    },
  }
}

/** `npm run drill -- cluster`: a whole cluster on this machine, of which one part after another is killed under load. */
if (process.argv[2] !== 'cluster') throw new Error('usage: npm run drill -- cluster')
const missing = missingPrograms()
const programs = findPostgres()
if (missing !== null || programs === null)
  throw new Error(missing ?? 'PostgreSQL is not installed here: apt-get install postgresql')

try {
  await drill(programs)
} finally {
  for (const work of works) await work()
}
