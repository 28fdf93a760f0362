import type { IncomingMessage } from 'node:http'
import { OPERATIONS, type Operation, type OperationId } from '@colophon/contract'
import type { App } from '../../app.ts'
import { invoke } from '../../road/invoke.ts'
import type { Request } from '../../road/request.ts'
import { answerGet, answerPost, type Exchange } from './answer.ts'
import { credentialOf, headerOf } from './credential.ts'
import type { ExpressLane } from './express-lane.ts'
import { createNetworkReader } from './network.ts'
import { readJson, readRaw } from './read-body.ts'
import type { Router, Target } from './router.ts'

/** A route for each operation of the contract; the surface turns input into a call and a reply into output. */
export function addRoutes(router: Router, app: App, lane: ExpressLane): void {
  const readNetwork = createNetworkReader(app.settings.trustProxy)
  for (const { id, method, path, hasTail } of Object.values(OPERATIONS as Record<OperationId, Operation>)) {
    const tail = hasTail ? (/\{(\w+)\}$/.exec(path)?.[1] ?? null) : null
    const call = (exchange: Exchange, target: Target) =>
      invoke(app, requestOf({ operation: id as OperationId, readNetwork }, exchange, withTail(target, tail)))
    router.add({
      methods: method === 'GET' ? ['GET', 'HEAD'] : ['POST'],
      url: path.replaceAll(/\{(\w+)\}/g, (_whole, name) => (name === tail ? '*' : `:${name}`)),
      operation: id,
      async answer(exchange, target) {
        if (method === 'POST') return answerPost(exchange, await call(exchange, target))
        // Taken before the road reads: a commit in between makes the answer old, and it is not kept.
        const moment = exchange.message.method === 'GET' ? lane.moment() : null
        await answerGet(exchange, await call(exchange, target), (answer) =>
          lane.keep(exchange, moment, answer),
        )
      },
    })
  }
}

/** The router names nothing that goes to the end of a path. */
function withTail(target: Target, tail: string | null): Target {
  if (tail === null) return target
  const { '*': rest = '', ...params } = target.params
  return { ...target, params: { ...params, [tail]: rest } }
}

interface Asked {
  readonly operation: OperationId
  readonly readNetwork: (message: IncomingMessage) => string | null
}

function requestOf({ operation, readNetwork }: Asked, exchange: Exchange, target: Target): Request {
  const { message, requestId } = exchange
  return {
    operation,
    params: target.params,
    query: target.query,
    credential: credentialOf(message),
    idempotencyKey: headerOf(message, 'idempotency-key'),
    requestId,
    network: () => readNetwork(message),
    readBody: (limit, media) => (media ? readRaw(message, { media, limit }) : readJson(message, limit)),
  }
}
