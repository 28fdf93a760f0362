import { createServer as createHttpServer } from 'node:http'
import type { Duplex } from 'node:stream'
import { BYTE_LIMITS } from '@colophon/contract'
import Fastify, { type FastifyInstance } from 'fastify'
import type { App } from '../../app.ts'
import { notFound, type Problem, problem } from '../../core/problem.ts'
import { answerProblem } from './answer.ts'
import { addDocuments } from './documents.ts'
import { createExpressLane } from './express-lane.ts'
import { problemDocument } from './problem-document.ts'
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
      const exchange = { app, message: request.raw, response: reply.raw, requestId: app.newId() }
      answerProblem(exchange, badTarget())
    },
    clientErrorHandler: (error, socket) => refuseConnection(app, error, socket),
    serverFactory: (handler) =>
      createHttpServer(HTTP_OPTIONS, (message, response) => {
        if (!lane.answer(message, response)) handler(message, response)
      }),
  })
  server.removeAllContentTypeParsers()
  // Bodies are read by the road, once it is known that the caller may send one.
  server.addContentTypeParser('*', (_request, _payload, done) => done(null, undefined))
  addRoutes(server, app, lane)
  addDocuments(server, app)
  server.setNotFoundHandler((request, reply) => {
    reply.hijack()
    const exchange = { app, message: request.raw, response: reply.raw, requestId: request.id }
    return exchangeSafely(exchange, async () => {
      throw notFound()
    })
  })
  return server
}

function badTarget(): Problem {
  return problem('invalid_request', 'The request target is not a valid path.', {
    errors: [{ location: 'path', pointer: '', message: 'is not valid percent-encoded UTF-8' }],
  })
}

/** A request so malformed that it was never parsed: the answer is written by hand, and the connection ends. */
function refuseConnection(app: App, error: Error & { code?: string }, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy(error)
    return
  }
  const requestId = app.newId()
  const failed = problem('invalid_request', 'The request could not be parsed as HTTP.', {
    errors: [{ location: 'header', pointer: '', message: reasonOf(error.code) }],
  })
  const body = JSON.stringify(problemDocument(failed, { baseUrl: app.settings.baseUrl, requestId }))
  socket.end(
    [
      'HTTP/1.1 400 Bad Request',
      `X-Request-Id: ${requestId}`,
      'X-Content-Type-Options: nosniff',
      'Cache-Control: private, no-store',
      'Content-Type: application/problem+json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  )
}

function reasonOf(code: string | undefined): string {
  if (code === 'HPE_HEADER_OVERFLOW') return `headers are over ${BYTE_LIMITS.requestHeaders} bytes`
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'the request took too long to arrive'
  return 'is not valid HTTP'
}
