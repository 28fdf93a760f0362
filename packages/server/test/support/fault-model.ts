import { setTimeout as sleep } from 'node:timers/promises'
import { openStorage } from '../../src/storage/open-storage.ts'
import type { Cleanup, TestEngine } from './engines.ts'
import { checkEverything } from './fault-checks.ts'
import { newLedger, stubbornClient } from './fault-ledger.ts'
import { doAnything, type WorkedHouse } from './fault-works.ts'
import { type Faults, type FaultyNetwork, faultyNetwork } from './faulty-network.ts'
import { createDraw, type Draw } from './fuzz-values.ts'
import { WIDE_LIMITS } from './readers.ts'
import { openSiteAt, type Site } from './site.ts'

const CLIENTS = 4
/** Commands of a client in a round, at the least. */
const COMMANDS = 2

interface House extends WorkedHouse {
  readonly networks: readonly FaultyNetwork[]
}

/** What a round does to the network; silence ends by itself. */
const WEATHER: Record<string, Faults | 'silence'> = {
  calm: {},
  slow: { delay: 300, longestDelay: 60 },
  cutting: { cut: 30 },
  tearing: { tear: 30 },
  dropping: { drop: 4 },
  everything: { delay: 150, longestDelay: 60, cut: 12, tear: 12, drop: 2 },
  silent: 'silence',
}
const SILENT_MILLISECONDS = 1500

export interface FaultRun {
  readonly engine: TestEngine
  readonly rounds: number
  readonly seed: number
  tell(line: string): void
}

/**
 * Two servers on one database, and clients that repeat each command with its key until it is answered for good, while the
 * network before the servers and before the database delays, cuts, tears and drops. After each round of it, with the network
 * well, what the database holds is held to what was acknowledged: nothing lost, nothing twice.
 */
export async function runFaults(t: Cleanup, { engine, rounds, seed, tell }: FaultRun): Promise<void> {
  const draw = createDraw(seed)
  const outcomes: Record<string, number> = {}
  const count = (outcome: string) => {
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
  }
  const house = await openHouse(t, engine, { draw, count })
  const kinds = Object.keys(WEATHER)
  const from = draw(kinds.length)
  for (let round = 1; round <= rounds; round += 1) {
    const weather = kinds[(from + round) % kinds.length] ?? 'calm'
    await weatherTheRound(house, WEATHER[weather] ?? {})
    await checkEverything(house)
    tell(`round ${round} of ${rounds}, ${weather}: ${JSON.stringify(outcomes)}`)
  }
}

async function openHouse(
  t: Cleanup,
  engine: TestEngine,
  { draw, count }: { draw: Draw; count(outcome: string): void },
): Promise<House> {
  const url = await engine.freshUrl(t)
  const storage = await openStorage(url)
  t.after(() => storage.close())
  const address = new URL(url)
  const before = await faultyNetwork(t, { host: address.hostname, port: Number(address.port) }, draw)
  address.port = String(before.port)
  const first = await openSiteAt(t, { engine, url: address.href }, { limits: WIDE_LIMITS })
  const second = await first.second(t)
  await first.topic('tools')
  const sites = [first, second] as const
  const networks = await Promise.all(sites.map((site) => faultyNetwork(t, placeOf(site), draw)))
  const client = stubbornClient(
    networks.map(({ port }) => port),
    { draw, count },
  )
  return { sites, storage, networks: [before, ...networks], client, draw, ledger: newLedger() }
}

function placeOf({ app }: Site) {
  return { host: '127.0.0.1', port: app.settings.port }
}

async function weatherTheRound(house: House, weather: Faults | 'silence'): Promise<void> {
  const working = Array.from({ length: CLIENTS }, (_, number) => work(house, number))
  if (weather === 'silence') {
    house.networks[0]?.silence()
    await sleep(SILENT_MILLISECONDS)
    house.networks[0]?.heal()
  } else for (const network of house.networks) network.suffer(weather)
  await Promise.all(working)
  for (const network of house.networks) network.suffer()
}

async function work(house: House, number: number): Promise<void> {
  for (let made = 0; made < COMMANDS; made += 1) await doAnything(house, number)
}
