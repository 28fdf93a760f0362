import { type IncomingMessage, METHODS, type ServerResponse } from 'node:http'
import type { HTTPMethod } from 'find-my-way'
import findMyWay from 'find-my-way'
import type { App } from '../app.ts'
import { notFound } from '../core/problem.ts'
import { refuseCrossSite } from '../pipeline/browser.ts'
import type { Credential } from '../pipeline/request.ts'
import { answerProblem, type Exchange } from './answer.ts'
import { exchangeSafely, logFault, type Refuse } from './exchange-safely.ts'
import { answerPreflight, isPreflight } from './preflight.ts'
import { readQuery } from './query-string.ts'
import { badTarget } from './refusals.ts'

/** What a message says of who sent it. */
export function credentialOf(message: IncomingMessage): Credential {
  const { headers } = message
  return {
    // Node keeps the first of two Authorization headers; two are never one credential.
    authorization: headers.authorization === undefined ? [] : (message.headersDistinct.authorization ?? []),
    cookie: headers.cookie ?? null,
    origin: headers.origin ?? null,
    csrfToken: headerOf(message, 'x-csrf-token'),
    fetchSite: headerOf(message, 'sec-fetch-site'),
  }
}

export function headerOf(message: IncomingMessage, name: string): string | null {
  const value = message.headers[name]
  return typeof value === 'string' ? value : null
}

const LONGEST_PARAMETER = 400
/** What is not there is a problem document under these, whatever the client prefers. */
const OF_PROGRAMS = /^\/(api|objects|log|mcp)(\/|$)/

/** What the target of a request says beside its route, decoded and not checked. */
export interface Target {
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, unknown>>
}

export interface Route {
  readonly methods: readonly ('GET' | 'HEAD' | 'POST' | 'DELETE')[]
  /** With `:name` for each parameter; `*` goes to the end, slashes and all. */
  readonly url: string
  /** As metrics name it. */
  readonly operation: string
  /** With a problem document where nothing is said. */
  readonly refuse?: Refuse
  answer(exchange: Exchange, target: Target): Promise<void>
}

export interface Router {
  add(route: Route): void
  /** Answers a request, whatever it is. */
  take(message: IncomingMessage, response: ServerResponse): void
}

/** Finds the route of a request, and does nothing else: bodies, answers and refusals are ours. */
export function createRouter(app: App, refuse: Refuse): Router {
  const begin = (message: IncomingMessage, response: ServerResponse, operation: string): Exchange => {
    return { app, message, response, requestId: app.ambient.newId(), operation }
  }
  const refuseRoute = (message: IncomingMessage, response: ServerResponse) => {
    const exchange = begin(message, response, 'other')
    const path = message.url?.split('?')[0] ?? ''
    const answer = async () => {
      if (isPreflight(message)) return answerPreflight(exchange)
      refuseCrossSite(path, credentialOf(message))
      throw notFound()
    }
    settle(exchange, exchangeSafely(exchange, answer, OF_PROGRAMS.test(path) ? answerProblem : refuse))
  }
  const refuseTarget = (_path: string, message: IncomingMessage, response: ServerResponse) =>
    answerProblem(begin(message, response, 'other'), badTarget())
  const routes = findMyWay({
    maxParamLength: LONGEST_PARAMETER,
    querystringParser: readQuery,
    defaultRoute: refuseRoute,
    onBadUrl: refuseTarget,
    onMaxParamLength: refuseTarget,
  })
  // Without a route of its own a method's targets would not even be decoded.
  routes.on(otherMethods(), '*', refuseRoute)
  return {
    add({ methods, url, operation, refuse, answer }) {
      routes.on([...methods], url, (message, response, params, _store, query) => {
        const exchange = begin(message, response, operation)
        const target = { params: params as Target['params'], query }
        settle(
          exchange,
          exchangeSafely(exchange, () => answer(exchange, target), refuse),
        )
      })
    },
    take: (message, response) => routes.lookup(message, response),
  }
}

const ROUTED = ['GET', 'HEAD', 'POST']

function otherMethods(): HTTPMethod[] {
  return METHODS.filter((method) => !ROUTED.includes(method)) as HTTPMethod[]
}

/** Where even the refusal failed there is nothing left to say. */
function settle(exchange: Exchange, exchanged: Promise<void>): void {
  exchanged.catch((error: unknown) => {
    logFault(exchange, error)
    exchange.response.destroy()
  })
}
