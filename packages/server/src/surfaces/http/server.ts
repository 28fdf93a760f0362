import { createServer as createHttpServer } from 'node:http'
import { BYTE_LIMITS } from '@colophon/contract'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { App } from '../../app.ts'
import { notFound } from '../../core/problem.ts'
import { addPublicDocuments } from '../guide/routes.ts'
import { addConsole } from '../viewer/console/routes.ts'
import { refuseWithPage } from '../viewer/problem-page.ts'
import { addPages } from '../viewer/routes.ts'
import { answerProblem } from './answer.ts'
import { addDocuments } from './documents.ts'
import { createExpressLane } from './express-lane.ts'
import { badTarget, refuseConnection, refuseExpectation, refuseTunnel } from './refusals.ts'
import { addRoutes, exchangeSafely } from './routes.ts'

const LONGEST_PARAMETER = 400
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
}

/** The HTTP surface: routes of the contract, documents, and a problem document for everything else. */
export function createServer(app: App): FastifyInstance {
  const lane = createExpressLane(app)
  const server = Fastify({
    logger: false,
    genReqId: () => app.newId(),
    requestIdHeader: false,
    exposeHeadRoutes: false,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: LONGEST_PARAMETER, ignoreTrailingSlash: false },
    frameworkErrors: (_error, request, reply) => {
      reply.hijack()
      const exchange = {
        app,
        message: request.raw,
        response: reply.raw,
        requestId: app.newId(),
        operation: 'other',
      }
      answerProblem(exchange, badTarget())
    },
    clientErrorHandler: (error, socket) => refuseConnection(app, error, socket),
    serverFactory: (handler) =>
      createHttpServer(HTTP_OPTIONS, (message, response) => {
        if (!lane.answer(message, response)) handler(message, response)
      })
        .on('checkExpectation', (message, response) => refuseExpectation(app, message, response))
        .on('connect', (_message, socket) => refuseTunnel(app, socket)),
  })
  server.removeAllContentTypeParsers()
  // Bodies are read by the road, once it is known that the caller may send one.
  server.addContentTypeParser('*', (_request, _payload, done) => done(null, undefined))
  addRoutes(server, app, lane)
  addDocuments(server, app)
  addPublicDocuments(server, app, lane)
  addPages(server, app, lane)
  addConsole(server, app)
  const refuseRoute = (request: FastifyRequest, reply: FastifyReply) => {
    reply.hijack()
    const exchange = {
      app,
      message: request.raw,
      response: reply.raw,
      requestId: request.id,
      operation: 'other',
    }
    const refuse = async () => {
      throw notFound()
    }
    return exchangeSafely(exchange, refuse, refuseWithPage)
  }
  server.setNotFoundHandler(refuseRoute)
  // The framework refuses odd media types before a handler runs; here the road does, in its order.
  server.setErrorHandler((_error, request, reply) =>
    request.is404 ? refuseRoute(request, reply) : request.routeOptions.handler.call(server, request, reply),
  )
  return server
}
