import { PAGES, type PageId } from '@colophon/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../app.ts'
import { refuseDuringMaintenance } from '../../command/maintenance.ts'
import { isAnonymous } from '../../core/authority.ts'
import { notFound } from '../../core/problem.ts'
import { type Exchange, send } from '../http/answer.ts'
import { credentialOf } from '../http/credential.ts'
import { chooseEncoding } from '../http/encoding.ts'
import type { ExpressLane } from '../http/express-lane.ts'
import { exchangeSafely } from '../http/routes.ts'
import { answerWithPage } from './answer-page.ts'
import { findAsset } from './assets.ts'
import { openDoor } from './door.ts'
import { framed } from './frame.ts'
import { showUnseen } from './markdown/visible.ts'
import type { MakePage } from './page.ts'
import { showArticle } from './pages/article.ts'
import { showHistory } from './pages/history.ts'
import { showHome } from './pages/home.ts'
import { showLineage } from './pages/lineage.ts'
import { showProblem } from './pages/problem.ts'
import { showRevision } from './pages/revision.ts'
import { showSearch } from './pages/search.ts'
import { showTopic } from './pages/topic.ts'
import { showTopics } from './pages/topics.ts'
import { refuseWithPage } from './problem-page.ts'
import { typesetterOf } from './setting/typesetter.ts'

/** Who makes each page: one that is missing does not compile. */
const MAKERS: Readonly<Record<PageId, MakePage>> = {
  showHome,
  showTopics,
  showTopic,
  showArticle,
  showRevision,
  showHistory,
  showSearch,
  showLineage,
  showProblem,
}

/** The pages of the reading room, and what they link to. */
export function addPages(server: FastifyInstance, app: App, lane: ExpressLane): void {
  server.addHook('onClose', async () => typesetterOf(app).close())
  for (const [id, { path }] of Object.entries(PAGES) as [PageId, (typeof PAGES)[PageId]][])
    addPage(server, { app, lane, id, path, make: MAKERS[id] })
  addAssets(server, app)
}

interface Route {
  readonly app: App
  readonly lane: ExpressLane
  /** As metrics name it. */
  readonly id: string
  readonly path: string
  readonly make: MakePage
}

function addPage(server: FastifyInstance, route: Route): void {
  addGet(server, { ...route, url: urlOf(route.path) }, (exchange, request) =>
    answerVisit(route, exchange, request),
  )
}

/** `{path}` goes to the end of the address, slashes and all. */
function urlOf(path: string): string {
  return path.replace('{path}', '*').replaceAll(/\{(\w+)\}/g, ':$1')
}

type Answering = (exchange: Exchange, request: FastifyRequest) => Promise<void> | void

function addGet(
  server: FastifyInstance,
  { app, id, url }: { app: App; id: string; url: string },
  answer: Answering,
): void {
  server.route({
    method: ['GET', 'HEAD'],
    url,
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      reply.hijack()
      const { raw: message } = request
      const exchange = { app, message, response: reply.raw, requestId: request.id, operation: id }
      await exchangeSafely(exchange, async () => answer(exchange, request), refuseWithPage)
      return reply
    },
  })
}

async function answerVisit(route: Route, exchange: Exchange, request: FastifyRequest): Promise<void> {
  const { app, lane, make } = route
  const { headers } = request.raw
  // Taken before the road reads: a commit in between makes the answer old, and it is not kept.
  const moment = lane.moment()
  await refuseDuringMaintenance(app.storage.read)
  const door = openDoor(app, { credential: credentialOf(request.raw), requestId: request.id, network: null })
  const { '*': path, ...named } = request.params as Record<string, string>
  const params = path === undefined ? named : { ...named, path }
  const page = await make({ app, door, params, query: request.query as Record<string, unknown> })
  const visitor = door.visitor()
  const hasCredential = headers.cookie !== undefined || headers.authorization !== undefined
  const written = {
    text: showUnseen(framed(page, { baseUrl: app.settings.baseUrl, visitor })),
    status: 200,
    hasScripts: page.scripts !== undefined,
    isPrivate: hasCredential || !isAnonymous(visitor),
    holdsToken: false,
  }
  await answerWithPage(exchange, written, (answer) => lane.keep(exchange, moment, answer))
}

const FOR_EVER = 'public, max-age=31536000, immutable'

function addAssets(server: FastifyInstance, app: App): void {
  addGet(server, { app, id: 'asset', url: '/assets/:name' }, (exchange, request) => {
    const { name = '' } = request.params as { name?: string }
    const asset = findAsset(name)
    if (asset === null) throw notFound()
    const { encoded } = asset
    const encoding = encoded && chooseEncoding(request.raw.headers['accept-encoding'], asset.bytes.length)
    const bytes = encoded && encoding ? encoded[encoding] : asset.bytes
    const headers = ['X-Request-Id', exchange.requestId, 'Cache-Control', FOR_EVER, 'Vary', 'Accept-Encoding']
    headers.push('X-Content-Type-Options', 'nosniff', 'Cross-Origin-Resource-Policy', 'same-origin')
    if (encoding !== null) headers.push('Content-Encoding', encoding)
    headers.push('Content-Type', asset.type, 'Content-Length', String(bytes.length))
    send(exchange, 200, headers, bytes)
  })
}
