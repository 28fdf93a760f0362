import type { IncomingMessage } from 'node:http'
import { OPERATIONS, type Operation, type OperationId } from '@colophon/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../app.ts'
import { type Problem, problem } from '../../core/problem.ts'
import { invoke } from '../../road/invoke.ts'
import type { Request } from '../../road/request.ts'
import { answerGet, answerPost, answerProblem, type Exchange } from './answer.ts'
import { credentialOf, headerOf } from './credential.ts'
import type { ExpressLane } from './express-lane.ts'
import { createNetworkReader } from './network.ts'
import { asProblem } from './problem-document.ts'
import { readJson, readRaw } from './read-body.ts'

/** A route for each operation of the contract; the surface turns input into a call and a reply into output. */
export function addRoutes(server: FastifyInstance, app: App, lane: ExpressLane): void {
  const readNetwork = createNetworkReader(app.settings.trustProxy)
  for (const operation of Object.values(OPERATIONS as Record<OperationId, Operation>)) {
    server.route({
      method: operation.method === 'GET' ? ['GET', 'HEAD'] : ['POST'],
      url: operation.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      handler: (request, reply) =>
        serve({ app, lane, operation: operation.id as OperationId, readNetwork }, request, reply),
    })
  }
}

interface Served {
  app: App
  lane: ExpressLane
  operation: OperationId
  readNetwork: (message: IncomingMessage) => string | null
}

async function serve(served: Served, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { app, lane, operation } = served
  reply.hijack()
  const exchange = { app, message: request.raw, response: reply.raw, requestId: request.id, operation }
  await exchangeSafely(exchange, async () => {
    // Taken before the road reads: a commit in between makes the answer old, and it is not kept.
    const moment = request.raw.method === 'GET' ? lane.moment() : null
    const outcome = await invoke(app, callOf(served, request))
    if (request.raw.method === 'POST') answerPost(exchange, outcome)
    else await answerGet(exchange, outcome, (answer) => lane.keep(exchange, moment, answer))
  })
  return reply
}

/** Whatever happens inside, the client gets a problem document (or its page) and the log gets the cause. */
export async function exchangeSafely(
  exchange: Exchange,
  work: () => Promise<void>,
  refuse: (exchange: Exchange, failed: Problem) => Promise<void> | void = answerProblem,
): Promise<void> {
  const start = performance.now()
  try {
    requireOneHost(exchange.message)
    await work()
  } catch (error) {
    const failed = asProblem(error)
    if (failed.code === 'overloaded') logFault(exchange, failed.cause)
    await refuse(exchange, failed)
  }
  const milliseconds = performance.now() - start
  exchange.app.metrics.answered(exchange.operation, exchange.response.statusCode, milliseconds)
  logAccess(exchange, milliseconds)
}

const SLOW_MILLISECONDS = 1000

/** Every answer at `debug`; at `info` what failed or was slow. Paths only: a query may hold what was searched for. */
function logAccess({ app, message, response, requestId }: Exchange, milliseconds: number): void {
  const isNotable = response.statusCode >= 500 || milliseconds > SLOW_MILLISECONDS
  const line = isNotable ? app.log.warn : app.log.debug
  line('request', {
    request_id: requestId,
    method: message.method ?? '',
    path: String(message.url).split('?')[0] ?? '',
    status: response.statusCode,
    milliseconds: Math.round(milliseconds),
  })
}

function logFault({ app, requestId }: Exchange, cause: unknown): void {
  const error = cause instanceof Error ? cause : null
  app.log.error('fault', {
    request_id: requestId,
    error: error?.message ?? String(cause),
    stack: error?.stack ?? '',
  })
}

function callOf({ operation, readNetwork }: Served, request: FastifyRequest): Request {
  const { raw } = request
  return {
    operation,
    params: request.params as Record<string, string>,
    query: request.query as Record<string, unknown>,
    credential: credentialOf(raw),
    idempotencyKey: headerOf(raw, 'idempotency-key'),
    requestId: request.id,
    network: () => readNetwork(raw),
    readBody: (limit, media) => (media ? readRaw(raw, { media, limit }) : readJson(raw, limit)),
  }
}

/** Two Host headers, or none, leave open which site is asked. */
function requireOneHost(message: IncomingMessage): void {
  let hosts = 0
  const { rawHeaders } = message
  for (let place = 0; place < rawHeaders.length; place += 2)
    if (rawHeaders[place]?.length === 4 && rawHeaders[place]?.toLowerCase() === 'host') hosts += 1
  if (hosts !== 1 && message.httpVersion !== '1.0')
    throw problem('invalid_request', 'Send exactly one Host header.', {
      errors: [{ location: 'header', pointer: 'Host', message: 'must be there once' }],
    })
}
