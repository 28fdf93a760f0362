import { once } from 'node:events'
import { createServer as createHttpServer, type Server } from 'node:http'
import { BYTE_LIMITS } from '@colophon/contract'
import type { App } from '../../app.ts'
import { addPublicDocuments } from '../guide/routes.ts'
import { addMcp } from '../mcp/routes.ts'
import { addConsole } from '../viewer/console/routes.ts'
import { refuseWithPage } from '../viewer/problem-page.ts'
import { addPages } from '../viewer/routes.ts'
import { typesetterOf } from '../viewer/setting/typesetter.ts'
import { addDocuments } from './documents.ts'
import { createExpressLane } from './express-lane.ts'
import { refuseConnection, refuseExpectation, refuseTunnel } from './refusals.ts'
import { createRouter } from './router.ts'
import { addRoutes } from './routes.ts'

/** How long headers and a whole request may take to arrive, in milliseconds. */
const HEADERS_MILLISECONDS = 20_000
const REQUEST_MILLISECONDS = 120_000
/** Longer than the idle time of the usual proxies, so that they end a connection first. */
const KEEP_ALIVE_MILLISECONDS = 72_000

const HTTP_OPTIONS = {
  maxHeaderSize: BYTE_LIMITS.requestHeaders,
  headersTimeout: HEADERS_MILLISECONDS,
  requestTimeout: REQUEST_MILLISECONDS,
  keepAliveTimeout: KEEP_ALIVE_MILLISECONDS,
  // Node would answer these itself, without a problem document.
  requireHostHeader: false,
  // A request that announces no body, as nearly all do, has ended when it is seen: a tenth of the time of a 304.
  optimizeEmptyRequests: true,
}

export interface PressServer {
  readonly server: Server
  /** Rejects when the address cannot be had. */
  listen(place: { host: string; port: number }): Promise<void>
  /** No new connections and no new requests on old ones; resolves when those in flight are answered. */
  close(): Promise<void>
}

/** The HTTP surface: routes of the contract, documents, and a problem document for everything else. */
export function createServer(app: App): PressServer {
  const lane = createExpressLane(app)
  const router = createRouter(app, refuseWithPage)
  addRoutes(router, app, lane)
  addDocuments(router, app)
  addPublicDocuments(router, app, lane)
  addPages(router, app, lane)
  addConsole(router)
  addMcp(router)
  const server = createHttpServer(HTTP_OPTIONS, (message, response) => {
    if (!server.listening) response.shouldKeepAlive = false
    if (!lane.answer(message, response)) router.take(message, response)
  })
    .on('checkExpectation', (message, response) => refuseExpectation(app, message, response))
    .on('connect', (_message, socket) => refuseTunnel(app, socket))
    .on('clientError', (error, socket) => refuseConnection(app, error, socket))
  return {
    server,
    async listen(place) {
      server.listen(place)
      await once(server, 'listening')
    },
    async close() {
      if (server.listening) await once(server.close(), 'close')
      await typesetterOf(app).close()
    },
  }
}
