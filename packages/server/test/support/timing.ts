import { connect } from 'node:net'
import { OPERATIONS, type Resource } from '@colophon/contract'
import type { Cleanup } from './engines.ts'
import { hiddenThings, pathWith, plausibleBody } from './hidden-things.ts'
import { openAnySite, type Site } from './site.ts'
import { unknownName } from './walk.ts'

/** One route, asked for what is hidden and for what does not exist. */
export interface NamePair {
  readonly route: string
  readonly hidden: Buffer
  readonly absent: Buffer
}

/** A server with everything that can be hidden, and a pair for every route that takes a name. */
export async function openHiddenSite(t: Cleanup): Promise<{ port: number; pairs: NamePair[] }> {
  const site = await openAnySite(t, { topics: ['open'] })
  const names = await hiddenThings(site)
  const outside = await site.token({ preset: 'curator', topic_grants: ['open'], review_grants: [] })
  const pairs = [...operationPairs(site, names, outside), ...addressPairs(site, names)]
  return { port: site.settings.port, pairs: [controlPair(site), ...pairs] }
}

/** Two names that do not exist: what it measures is the method. */
function controlPair(site: Site): NamePair {
  const requestOf = () =>
    requestBytes(site, { method: 'GET', path: `/api/v1/entries/${unknownName('entry')}` })
  return { route: 'control', hidden: requestOf(), absent: requestOf() }
}

function operationPairs(site: Site, names: Partial<Record<Resource, string>>, token: string): NamePair[] {
  return Object.values(OPERATIONS).flatMap((operation) => {
    const resources = Object.values<Resource>('params' in operation ? operation.params : {})
    if (resources.length === 0 || resources.some((resource) => names[resource] === undefined)) return []
    const requestOf = (nameOf: (resource: Resource) => string) =>
      requestBytes(site, {
        method: operation.method,
        path: pathWith(operation, nameOf),
        token: operation.access.credential === 'required' ? token : null,
        body: operation.method === 'GET' ? '' : JSON.stringify(plausibleBody(operation.id)),
      })
    return [
      {
        route: operation.id,
        hidden: requestOf((resource) => names[resource] ?? ''),
        absent: requestOf(unknownName),
      },
    ]
  })
}

/** Pages, feeds and filters. */
function addressPairs(site: Site, { topic, entry, object }: Partial<Record<Resource, string>>): NamePair[] {
  const none = { topic: 'nowhere', entry: unknownName('entry'), object: unknownName('object') }
  const routes: readonly (readonly [string, string | undefined, string])[] = [
    ['/topics/{}', topic, none.topic],
    ['/topics/{}/feed.atom', topic, none.topic],
    ['/entries/{}/history', entry, none.entry],
    ['/revisions/{}', object, none.object],
    ['/lineage/{}', object, none.object],
    ['/read/hidden/{}', 'secret', 'nobody'],
    ['/api/v1/resolve?path=/hidden/{}', 'secret', 'nobody'],
    ['/api/v1/index?topic={}', topic, none.topic],
    ['/api/v1/changes?topic={}', topic, none.topic],
    ['/api/v1/search?q=hidden&topic={}', topic, none.topic],
  ]
  return routes.map(([route, hidden = '', absent]) => {
    const requestOf = (name: string) => requestBytes(site, { method: 'GET', path: route.replace('{}', name) })
    return { route: `GET ${route}`, hidden: requestOf(hidden), absent: requestOf(absent) }
  })
}

interface Wanted {
  readonly method: string
  readonly path: string
  readonly token?: string | null
  readonly body?: string
}

let keys = 0

function requestBytes(site: Site, { method, path, token = null, body = '' }: Wanted): Buffer {
  const lines = [
    `${method} ${path} HTTP/1.1`,
    `Host: 127.0.0.1:${site.settings.port}`,
    ...(token === null ? [] : [`Authorization: Bearer ${token}`]),
    ...(method === 'GET'
      ? []
      : [
          'Content-Type: application/json',
          `Idempotency-Key: ${`key-${++keys}`.padEnd(24, '0')}`,
          `Content-Length: ${Buffer.byteLength(body)}`,
        ]),
  ]
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`)
}

/**
 * The share of pairs in which the hidden name took longer, over all combinations: 0.5 tells nothing apart. Asked by
 * turns, in a random order within each pair, so that what else the machine does falls on both alike.
 */
export async function tellApart(port: number, { hidden, absent }: NamePair, rounds: number): Promise<number> {
  const wire = await openTimedWire(port)
  const times: [number[], number[]] = [[], []]
  const warmUp = Math.ceil(rounds / 10)
  try {
    for (let round = -warmUp; round < rounds; round += 1)
      for (const side of Math.random() < 0.5 ? ([0, 1] as const) : ([1, 0] as const)) {
        const time = await wire.time(side === 0 ? hidden : absent)
        if (round >= 0) times[side].push(time)
      }
  } finally {
    wire.close()
  }
  return areaUnderCurve(...times)
}

/** How often one of the first is the longer one, ties halved: Mann and Whitney's U, by ranks. */
export function areaUnderCurve(ones: readonly number[], others: readonly number[]): number {
  const all = [...ones.map((time) => [time, 1] as const), ...others.map((time) => [time, 0] as const)]
  all.sort(([one], [other]) => one - other)
  let sum = 0
  for (let from = 0; from < all.length; ) {
    let to = from
    while (to < all.length && all[to]?.[0] === all[from]?.[0]) to += 1
    const rank = (from + 1 + to) / 2
    for (const [, mine] of all.slice(from, to)) sum += mine * rank
    from = to
  }
  return (sum - (ones.length * (ones.length + 1)) / 2) / (ones.length * others.length)
}

/** One request at a time on one connection, with nothing between the socket and the clock. */
async function openTimedWire(port: number) {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('error', reject)
  })
  let arrived = ''
  let answered: (microseconds: number) => void = () => {}
  let begun = 0n
  socket.on('data', (chunk) => {
    const now = process.hrtime.bigint()
    arrived += chunk.toString('latin1')
    const end = arrived.indexOf('\r\n\r\n')
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(arrived)?.[1] ?? 0)
    if (end < 0 || arrived.length < end + 4 + length) return
    arrived = ''
    answered(Number(now - begun) / 1000)
  })
  return {
    time(request: Buffer): Promise<number> {
      return new Promise((resolve) => {
        answered = resolve
        begun = process.hrtime.bigint()
        socket.write(request)
      })
    },
    close: () => void socket.destroy(),
  }
}
