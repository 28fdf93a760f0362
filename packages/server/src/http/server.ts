import { once } from 'node:events'
import { createServer as createHttpServer, type Server } from 'node:http'
import { BYTE_LIMITS } from '@colophon/contract'
import type { App } from '../app.ts'
import { addConsole } from '../console/routes.ts'
import { addPublicDocuments } from '../feeds/routes.ts'
import { addMcp } from '../mcp/routes.ts'
import { addAuthorizationServer } from '../oauth/routes.ts'
import { refuseWithPage } from '../pages/problem-page.ts'
import { addPages } from '../pages/routes.ts'
import { createConnections } from './connections.ts'
import { addDocuments } from './documents.ts'
import { refuseConnection, refuseExpectation, refuseTunnel } from './refusals.ts'
import { createResponseCache } from './response-cache.ts'
import { createRouter } from './router.ts'
import { addRoutes } from './routes.ts'

/** How long headers and a whole request may take to arrive, in milliseconds. */
const HEADERS_MILLISECONDS = 20_000
const REQUEST_MILLISECONDS = 120_000
const CHECK_MILLISECONDS = 5000
/** Longer than the idle time of the usual proxies, so that they end a connection first. */
const KEEP_ALIVE_MILLISECONDS = 72_000

const HTTP_OPTIONS = {
  maxHeaderSize: BYTE_LIMITS.requestHeaders,
  headersTimeout: HEADERS_MILLISECONDS,
  requestTimeout: REQUEST_MILLISECONDS,
  connectionsCheckingInterval: CHECK_MILLISECONDS,
  keepAliveTimeout: KEEP_ALIVE_MILLISECONDS,
  // Node would answer these itself, without a problem document.
  requireHostHeader: false,
  // A request that announces no body, as nearly all do, has ended when it is seen: a tenth of the time of a 304.
  optimizeEmptyRequests: true,
}

export interface HttpServer {
  readonly server: Server
  /** Rejects when the address cannot be had. */
  listen(place: { host: string; port: number }): Promise<void>
  /** No new connections and no new requests on old ones; resolves when those in flight are answered. */
  close(): Promise<void>
}

/** The HTTP surface: routes of the contract, documents, and a problem document for everything else. */
export function createServer(app: App): HttpServer {
  const responseCache = createResponseCache(app)
  const router = createRouter(app, refuseWithPage)
  addRoutes(router, app, responseCache)
  addDocuments(router, app)
  addPublicDocuments(router, app, responseCache)
  addPages(router, app, responseCache)
  // A mirror has no accounts.
  if (app.settings.mirror === null) addConsole(router)
  addMcp(router, app)
  addAuthorizationServer(router, app)
  const connections = createConnections((message, response) => {
    if (!server.listening) response.shouldKeepAlive = false
    const answered = responseCache.answer(message, response)
    if (answered === false) router.take(message, response)
    else if (answered !== true) void answered.then((isDone) => isDone || router.take(message, response))
  })
  const server = createHttpServer({ ...HTTP_OPTIONS, ...connections.classes }, connections.take)
    .on('checkExpectation', (message, response) => refuseExpectation(app, message, response))
    .on('connect', (_message, socket) => refuseTunnel(app, socket))
    .on('clientError', (error, socket) => refuseConnection(app, error, socket))
  connections.watch(server)
  return {
    server,
    async listen(place) {
      server.listen(place)
      await once(server, 'listening')
    },
    async close() {
      if (server.listening) await once(server.close(), 'close')
    },
  }
}
