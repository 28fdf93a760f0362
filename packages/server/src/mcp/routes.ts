import type { IncomingMessage } from 'node:http'
import { MCP_LIMITS } from '@colophon/contract'
import type { App } from '../app.ts'
import { refuseDuringMaintenance } from '../command/maintenance.ts'
import { isAnonymous } from '../core/authority.ts'
import { invalidField, Problem, problem } from '../core/problem.ts'
import { type Exchange, SAFE, send } from '../http/answer.ts'
import { MCP_AUTHORIZED } from '../http/authorization-offer.ts'
import { corsHeaders } from '../http/cors.ts'
import { createNetworkReader } from '../http/network.ts'
import { problemDocument } from '../http/problem-document.ts'
import { readJson } from '../http/read-body.ts'
import { credentialOf, headerOf, type Router } from '../http/router.ts'
import { identify } from '../pipeline/caller.ts'
import { NO_CREDENTIAL } from '../pipeline/request.ts'
import { takesBatches, WITHOUT_HEADER } from './revision.ts'
import { JSON_TYPE, type Spoken, type SpokenHeaders, type SpokenReply, speak } from './speak.ts'
import { largestMessage } from './tools.ts'

/**
 * MCP over streamable HTTP without sessions and streams: every message is a POST, and has its answer as JSON. GET would
 * open a stream and DELETE end a session: the protocol has an answer of its own for endpoints that offer neither.
 */
export function addMcp(router: Router, app: App): void {
  const readNetwork = createNetworkReader(app.settings.trustProxy)
  for (const url of ['/mcp', MCP_AUTHORIZED]) {
    const route = { url, operation: 'mcp' }
    router.add({ ...route, methods: ['POST'], answer: (exchange) => answer(exchange, readNetwork) })
    router.add({ ...route, methods: ['GET', 'HEAD', 'DELETE'], answer: offerNothing })
  }
}

async function answer(exchange: Exchange, readNetwork: NetworkReader): Promise<void> {
  const { app, message, requestId } = exchange
  const { caller, credential } = await admit(exchange)
  const headers = headersOf(message)
  const body = await readMessage(exchange, largestMessage(caller))
  if (body === REFUSED) return
  const network = () => readNetwork(message)
  const context = { app, credential, caller, requestId, network, headers }
  if (Array.isArray(body)) return answerBatch(exchange, context, body)
  answerMessage(exchange, await speak({ ...context, message: body }))
}

const REFUSED = Symbol('refused')

/** What is no message is told so in the words of JSON-RPC, with the problem as its data. */
async function readMessage(exchange: Exchange, limit: number): Promise<unknown> {
  try {
    return await readJson(exchange.message, limit)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    refuseMessage(exchange, error)
    return REFUSED
  }
}

const PARSE_ERROR = -32_700
const INVALID_REQUEST = -32_600

function refuseMessage(exchange: Exchange, failed: Problem): void {
  const { app, requestId } = exchange
  const data = problemDocument(failed, { baseUrl: app.settings.baseUrl, requestId })
  const code = failed.code === 'invalid_json' ? PARSE_ERROR : INVALID_REQUEST
  const refusal = { jsonrpc: '2.0', id: null, error: { code, message: failed.message, data } }
  answerMessage(exchange, { status: failed.status, bytes: Buffer.from(JSON.stringify(refusal)) })
}

/** Several messages in one request, which only clients of 2025-03-26 may send: one after the other. */
async function answerBatch(
  exchange: Exchange,
  context: Omit<Spoken, 'message'>,
  messages: readonly unknown[],
): Promise<void> {
  const isTaken = takesBatches(context.headers['mcp-protocol-version'] ?? WITHOUT_HEADER)
  if (!isTaken || messages.length === 0 || messages.length > MCP_LIMITS.batch)
    return refuseMessage(exchange, severalMessages(isTaken))
  const replies: Buffer[] = []
  for (const message of messages) {
    const { bytes } = await speak({ ...context, message })
    if (bytes.length > 0) replies.push(bytes)
  }
  answerMessage(exchange, { status: replies.length > 0 ? 200 : 202, bytes: joined(replies) })
}

function severalMessages(isTaken: boolean): Problem {
  if (!isTaken) return invalidField('', 'is several messages: send each in a request of its own')
  return invalidField('', `is a batch: send between 1 and ${MCP_LIMITS.batch} messages`)
}

function joined(replies: readonly Buffer[]): Buffer {
  if (replies.length === 0) return Buffer.alloc(0)
  const parts = replies.flatMap((reply, place) => [Buffer.from(place === 0 ? '[' : ','), reply])
  return Buffer.concat([...parts, Buffer.from(']')])
}

/** What is refused here is so for every request, as a problem document; the rest is said in JSON-RPC. */
async function admit({ app, message }: Exchange) {
  await refuseDuringMaintenance(app.storage.read)
  const sent = credentialOf(message)
  // A cookie is no credential here, so that a page of another site can do nothing in its visitor's name.
  const credential = { ...NO_CREDENTIAL, authorization: sent.authorization, origin: sent.origin }
  const caller = await identify(app, credential)
  // Hosts ask their user for a token once they are refused.
  if (isAnonymous(caller) && message.url?.split('?')[0] === MCP_AUTHORIZED)
    throw problem('unauthenticated', 'This endpoint needs a bearer token; /mcp can be used without one.')
  return { credential, caller }
}

/** Clients take 405 for "not offered" and go on, and anything else for a fault. */
async function offerNothing(exchange: Exchange): Promise<void> {
  await admit(exchange)
  answerMessage(exchange, { status: 405, bytes: NOT_OFFERED, headers: ['Allow', 'POST'] })
}

/** In the words of the protocol's own examples. */
const NOT_OFFERED = Buffer.from(
  JSON.stringify({
    jsonrpc: '2.0',
    error: { code: -32000, message: 'Method not allowed.' },
    id: null,
  }),
)

const HEADERS = ['mcp-protocol-version', 'mcp-method', 'mcp-name'] as const

function headersOf(message: IncomingMessage): SpokenHeaders {
  const sent = HEADERS.map((name) => [name, headerOf(message, name)])
  return Object.fromEntries(sent.filter(([, value]) => value !== null))
}

type NetworkReader = ReturnType<typeof createNetworkReader>

interface McpResponse extends Pick<SpokenReply, 'status' | 'bytes'> {
  readonly type?: string
  readonly headers?: readonly string[]
}

function answerMessage(
  exchange: Exchange,
  { status, bytes, type: media = JSON_TYPE, headers = [] }: McpResponse,
): void {
  const type = bytes.length === 0 ? [] : ['Content-Type', media]
  const length = ['Content-Length', String(bytes.length)]
  const own = ['X-Request-Id', exchange.requestId, ...SAFE, 'Cache-Control', 'private, no-store']
  own.push(...corsHeaders(exchange.message))
  send(exchange, status, [...own, ...headers, ...type, ...length], bytes)
}
