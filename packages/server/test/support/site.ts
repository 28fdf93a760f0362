import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { describe } from 'node:test'
import type { App } from '../../src/app.ts'
import { readSettings } from '../../src/config.ts'
import { newSigningKey } from '../../src/core/jwt.ts'
import { createApp, type OpenedApp } from '../../src/create-app.ts'
import { createServer } from '../../src/http/server.ts'
import type { Settings } from '../../src/runtime/settings.ts'
import { type Answer, answerOf } from './answer.ts'
import { createTestClock, type TestClock } from './clock.ts'
import { type DocumentCheck, documentCheck } from './document-check.ts'
import { bothEngines, type Cleanup, describeEngines, sqlite, type TestEngine } from './engines.ts'
import { isEverythingRequired } from './everything.ts'
import { openWire, sendRaw, type Wire } from './exchange.ts'
import { fixRandomness } from './fixed-randomness.ts'
import { freePort } from './free-port.ts'
import { objectsFor, objectsOfAnyFlow } from './site-objects.ts'
import * as steps from './steps.ts'

/** How one request differs from a plain one without a credential. */
export interface Wish {
  token?: string | null
  headers?: Readonly<Record<string, string | string[]>>
  /** The Idempotency-Key of a POST: a new one when left out, none when null. */
  key?: string | null
}

/** A server of the test's own, on a real socket. Every answer is held to its own /openapi.json. */
export interface Site {
  /** Its base URL and its address. */
  readonly url: string
  readonly engine: string
  readonly app: App
  readonly settings: Settings
  readonly clock: TestClock
  /** An unrestricted administrator's bearer. */
  readonly admin: string
  get(path: string, wish?: Wish): Promise<Answer>
  head(path: string, wish?: Wish): Promise<Answer>
  /** A body that is a string or bytes is sent as it is, everything else as JSON. */
  post(path: string, body: unknown, wish?: Wish): Promise<Answer>
  /** Any method; without a key or a media type of its own. */
  send(method: string, path: string, wish?: Wish & { body?: string | Uint8Array }): Promise<Answer>
  /** Everything that the server says to these bytes on a connection of their own. */
  raw(bytes: Uint8Array | string): Promise<string>
  /** The bearer of a new token: an administrator's unless something else is wished for. */
  token(wish?: steps.TokenWish): Promise<string>
  issue(wish?: steps.TokenWish): Promise<steps.IssuedToken>
  topic(id: string, visibility?: 'public' | 'invited'): Promise<void>
  candidate(wish: steps.PublicationWish): ReturnType<typeof steps.makeCandidate>
  publish(wish: steps.PublicationWish): Promise<steps.Published>
  /** A second press on the same database, as a second process would be; it reads from no replica. */
  second(t: Cleanup, wish?: SecondWish): Promise<Site>
  /** Ends before the test does. */
  close(): Promise<void>
}

interface SecondWish extends Pick<SiteWish, 'limits' | 'search'> {
  /** Another than that of the first. */
  readonly clock?: TestClock
}

export interface SiteWish {
  /** Public topics to make. */
  topics?: readonly string[]
  /** Where its objects are, if that matters. */
  blobs?: string
  /** A replica to read from. */
  databaseReadUrl?: string
  /** Where the index of search is, on PostgreSQL. */
  search?: Settings['search']
  publicMaxAge?: number
  trustProxy?: string
  /** Another than the site's own address. */
  baseUrl?: string
  /** Names of the site beside its base URL's. */
  hosts?: readonly string[]
  metrics?: Partial<Settings['metrics']>
  /** Another than the one of every other site. */
  signingKey?: string
  /** Of the log; the same as the other when left out. */
  logKey?: string
  /** Those of the log, which may come later than the site. */
  witnesses?: Settings['witnesses']
  /** Others than the specification's. */
  limits?: Partial<Settings['limits']>
  urlTransport?: Settings['urlTransport']
  leaseSeconds?: number
  contentLicense?: Settings['contentLicense']
  contact?: string
  oauth?: boolean
  /** Ids and nonces are the same in every such site. */
  isRandomnessFixed?: boolean
  /** Is told every line of the log, which then has all that it can have. */
  write?: (line: string) => void
}

export interface Sites {
  readonly engine: TestEngine['name']
  open(t: Cleanup, wish?: SiteWish): Promise<Site>
}

/** Runs one body of tests on each engine; each test opens a site of its own. */
export function describeSites(body: (sites: Sites) => void): void {
  describeEngines((engine) =>
    body({ engine: engine.name, open: (t, wish) => openSite(t, { engine, ...wish }) }),
  )
}

/** The same for what is about search: on PostgreSQL with each place of its index. */
export function describeSearches(body: (sites: Sites) => void): void {
  describeEngines((engine) => {
    const sites = (search: Settings['search']): Sites => ({
      engine: engine.name,
      open: (t, wish) => openSite(t, { engine, search, ...wish }),
    })
    describe('with the index in memory', () => body(sites('memory')))
    if (engine.name === 'postgres') describe('with the index in PostgreSQL', () => body(sites('postgres')))
  })
}

/** The same for what is about objects: on PostgreSQL they are in S3 in every run, where there is a server. */
export function describeStores(body: (sites: Sites) => void): void {
  describeEngines((engine) =>
    body({
      engine: engine.name,
      open: (t, wish) => openSite(t, { engine, blobs: objectsFor(engine.name), ...wish }),
    }),
  )
}

/**
 * The same for pages and feeds: what they show comes from operations, whose own flows run on each engine. On SQLite, and
 * on each engine where everything is asked for.
 */
export function describePages(body: (sites: Sites) => void): void {
  if (isEverythingRequired()) describeSites(body)
  else describe('sqlite', () => body({ engine: 'sqlite', open: openAnySite }))
}

/**
 * The two engines, each with the blob store that the other has not: SQLite with its objects in the database, and
 * PostgreSQL with S3. The same one twice where only one is tested.
 */
export function bothEnds(): [Sites, Sites] {
  const sitesOn = (engine: TestEngine): Sites => ({
    engine: engine.name,
    open: (t, wish) => openSite(t, { engine, blobs: objectsFor(engine.name), ...wish }),
  })
  const [one, other] = bothEngines()
  return [sitesOn(one), sitesOn(other)]
}

/** A site of a test that is about nothing that an engine could change: on SQLite. */
export function openAnySite(t: Cleanup, wish: SiteWish = {}): Promise<Site> {
  return openSite(t, { engine: sqlite, ...wish })
}

/** The same with its database in a folder that is chosen, as on a disk of its own. */
export function openSiteIn(t: Cleanup, folder: string): Promise<Site> {
  return openSiteAt(t, { engine: sqlite, url: `sqlite:${join(folder, 'colophon.db')}` })
}

/** The same on a database that is there already. */
export function openSiteAt(
  t: Cleanup,
  { engine, url }: { engine: TestEngine; url: string },
  wish: SiteWish = {},
): Promise<Site> {
  return openSite(t, { engine: { ...engine, emptyUrl: async () => url }, ...wish })
}

/** For what opens sites where it is told to. */
export const anySites: Sites = { engine: sqlite.name, open: openAnySite }

let signingKey: Promise<string> | null = null

/** One key for every site of the process. */
export function testSigningKey(): Promise<string> {
  signingKey ??= newSigningKey().then((key) => JSON.stringify(key))
  return signingKey
}

async function openSite(t: Cleanup, wish: SiteWish & { engine: TestEngine }): Promise<Site> {
  const removals: (() => Promise<void>)[] = []
  const databaseUrl = await wish.engine.emptyUrl({ after: (work) => void removals.push(work) })
  const plain = readSettings({})
  const settings = {
    ...plain,
    limits: { ...plain.limits, ...wish.limits },
    ...(wish.trustProxy === undefined ? {} : { trustProxy: wish.trustProxy }),
    hosts: wish.hosts ?? plain.hosts,
    metrics: { ...plain.metrics, ...wish.metrics },
    databaseUrl,
    databaseReadUrl: wish.databaseReadUrl ?? null,
    search: wish.search ?? plain.search,
    signingKey: wish.signingKey ?? (await testSigningKey()),
    logKey: wish.logKey ?? wish.signingKey ?? (await testSigningKey()),
    logLevel: wish.write ? ('debug' as const) : ('silent' as const),
    blobs: wish.blobs ?? objectsOfAnyFlow(wish.engine.name),
    ...(wish.publicMaxAge === undefined ? {} : { publicMaxAge: wish.publicMaxAge }),
    ...(wish.urlTransport === undefined ? {} : { urlTransport: wish.urlTransport }),
    ...(wish.witnesses === undefined ? {} : { witnesses: wish.witnesses }),
    ...(wish.oauth === undefined ? {} : { oauth: wish.oauth }),
    ...(wish.leaseSeconds === undefined ? {} : { leaseSeconds: wish.leaseSeconds }),
    contentLicense: wish.contentLicense ?? plain.contentLicense,
    contact: wish.contact ?? plain.contact,
  }
  const clock = createTestClock()
  const running = await startAnywhere(settings, { clock, baseUrl: wish.baseUrl, write: wish.write })
  if (wish.isRandomnessFixed) fixRandomness(running.app)
  t.after(async () => {
    await running.close()
    for (const remove of removals) await remove()
  })
  const site = await siteOf(running, { clock, engine: wish.engine.name })
  for (const topic of wish.topics ?? []) await site.topic(topic)
  return site
}

interface Running extends OpenedApp {
  readonly port: number
}

/** The base URL must be known before the port is taken: picks a free one, and another if that was lost. */
async function startAnywhere(
  settings: Settings,
  given: { clock: TestClock; baseUrl: string | undefined; write: SiteWish['write'] },
  attempts = 5,
): Promise<Running> {
  const port = await freePort()
  const baseUrl = given.baseUrl ?? `http://127.0.0.1:${port}`
  try {
    return await start({ ...settings, port, baseUrl }, given)
  } catch (error) {
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
    if (!isTaken || attempts <= 1) throw error
    return startAnywhere(settings, given, attempts - 1)
  }
}

async function start(
  settings: Settings,
  given: { clock: TestClock; write?: SiteWish['write'] },
): Promise<Running> {
  const testOverrides = given.write ? { write: given.write } : {}
  const opened = await createApp(settings, {
    now: given.clock.now,
    elapsed: given.clock.elapsed,
    ...testOverrides,
  })
  const server = createServer(opened.app)
  try {
    await server.listen({ host: settings.host, port: settings.port })
  } catch (error) {
    await opened.close()
    throw error
  }
  let closed: Promise<void> | null = null
  const end = async () => {
    server.server.closeAllConnections()
    await server.close()
    await opened.close()
  }
  const close = () => {
    closed ??= end()
    return closed
  }
  return { app: opened.app, close, port: settings.port }
}

async function siteOf(running: Running, facts: { clock: TestClock; engine: string }): Promise<Site> {
  const { app, port } = running
  const place = { host: '127.0.0.1', port }
  const wire = openWire(place)
  const ask = await checkedAsk(wire)
  const send: Site['send'] = (method, path, wish = {}) =>
    ask({ method, path, headers: headersOf(wish), body: bytesOf(wish.body) })
  const post: Site['post'] = (path, body, wish = {}) =>
    send('POST', path, { ...wish, headers: { ...postHeaders(wish), ...wish.headers }, body: wireBody(body) })
  const admin = (await steps.issueAsOperator(app, { label: 'administrator' })).token
  return {
    url: app.settings.baseUrl,
    ...facts,
    app,
    settings: app.settings,
    admin,
    send,
    post,
    get: (path, wish) => send('GET', path, wish),
    head: (path, wish) => send('HEAD', path, wish),
    raw: (bytes) => sendRaw(place, bytes),
    issue: (wish = {}) => steps.issueAsOperator(app, wish),
    token: async (wish = {}) => (await steps.issueAsOperator(app, wish)).token,
    topic: (id, visibility = 'public') => steps.makeTopic(post, { id, visibility, token: admin }),
    candidate: (wish) => steps.makeCandidate(post, { ...wish, token: wish.token ?? admin }),
    publish: (wish) => steps.publish(post, { ...wish, token: wish.token ?? admin }),
    second: async (t, wish = {}) => {
      const limits = { ...app.settings.limits, ...wish.limits }
      const own = { ...facts, clock: wish.clock ?? facts.clock }
      const other = await start(
        {
          ...app.settings,
          databaseReadUrl: null,
          search: wish.search ?? app.settings.search,
          limits,
          port: await freePort(),
        },
        own,
      )
      t.after(other.close)
      return siteOf(other, own)
    },
    close: running.close,
  }
}

type Ask = (sent: Parameters<Wire['send']>[0]) => Promise<Answer>

let documented: DocumentCheck | null = null

/** The sites of one process run the same code, so that their documents differ in the address only. */
async function checkedAsk(wire: Wire): Promise<Ask> {
  // Every site is asked, before anything else: what a first request draws by chance is the same for all of them.
  const path = documented === null ? '/openapi.json' : '/healthz'
  const first = { method: 'GET', path, headers: {}, body: null }
  const answer = answerOf(first, await wire.send(first), null)
  documented ??= documentCheck(answer.json)
  const check = documented
  return async (sent) => answerOf(sent, await wire.send(sent), check)
}

function headersOf(wish: Wish) {
  return { ...(wish.token ? { authorization: `Bearer ${wish.token}` } : {}), ...wish.headers }
}

function postHeaders(wish: Wish) {
  const key = wish.key === undefined ? randomUUID() : wish.key
  return { 'content-type': 'application/json', ...(key === null ? {} : { 'idempotency-key': key }) }
}

function wireBody(body: unknown): string | Uint8Array {
  return typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body)
}

function bytesOf(body: string | Uint8Array | undefined): Uint8Array | null {
  if (body === undefined) return null
  return typeof body === 'string' ? Buffer.from(body) : body
}
