import type { IncomingMessage } from 'node:http'
import { refuseDuringMaintenance } from '../../command/maintenance.ts'
import { invalidField } from '../../core/problem.ts'
import { refuseForeignPage } from '../../road/browser.ts'
import { identify } from '../../road/caller.ts'
import { NO_CREDENTIAL } from '../../road/request.ts'
import { type Exchange, SAFE, send } from '../http/answer.ts'
import { credentialOf, headerOf } from '../http/credential.ts'
import { readJson } from '../http/read-body.ts'
import type { Router } from '../http/router.ts'
import { type SpokenHeaders, speak } from './speak.ts'
import { largestMessage } from './tools.ts'

/**
 * MCP over streamable HTTP without sessions and streams: every message is a POST, and has its answer as JSON. GET would
 * open a stream and DELETE end a session: the protocol has an answer of its own for doors that offer neither.
 */
export function addMcp(router: Router): void {
  const door = { url: '/mcp', operation: 'mcp' }
  router.add({ ...door, methods: ['POST'], answer })
  router.add({ ...door, methods: ['GET', 'HEAD', 'DELETE'], answer: offerNothing })
}

async function answer(exchange: Exchange): Promise<void> {
  const { app, message, requestId } = exchange
  const { caller, credential } = await admit(exchange)
  const body = await readJson(message, largestMessage(caller))
  if (Array.isArray(body)) throw invalidField('', 'is several messages: send each in a request of its own')
  const spoken = { app, credential, caller, requestId, headers: headersOf(message), message: body }
  answerMessage(exchange, await speak(spoken))
}

/** What is refused here is so for every request, as a problem document; the rest is said in JSON-RPC. */
async function admit({ app, message }: Exchange) {
  await refuseDuringMaintenance(app.storage.read)
  const sent = credentialOf(message)
  refuseForeignPage(app, sent)
  // A cookie is no credential here: nothing but the bearer goes on.
  const credential = { ...NO_CREDENTIAL, authorization: sent.authorization }
  return { credential, caller: await identify(app, credential) }
}

/** Clients take 405 for "not offered" and go on, and anything else for a fault. */
async function offerNothing(exchange: Exchange): Promise<void> {
  await admit(exchange)
  answerMessage(exchange, { status: 405, text: NOT_OFFERED, headers: ['Allow', 'POST'] })
}

/** In the words of the protocol's own examples. */
const NOT_OFFERED = JSON.stringify({
  jsonrpc: '2.0',
  error: { code: -32000, message: 'Method not allowed.' },
  id: null,
})

const HEADERS = ['mcp-protocol-version', 'mcp-method', 'mcp-name'] as const

function headersOf(message: IncomingMessage): SpokenHeaders {
  const sent = HEADERS.map((name) => [name, headerOf(message, name)])
  return Object.fromEntries(sent.filter(([, value]) => value !== null))
}

interface Said {
  readonly status: number
  readonly text: string
  readonly headers?: readonly string[]
}

function answerMessage(exchange: Exchange, { status, text, headers = [] }: Said): void {
  const type = text === '' ? [] : ['Content-Type', 'application/json; charset=utf-8']
  const length = ['Content-Length', String(Buffer.byteLength(text))]
  const own = ['X-Request-Id', exchange.requestId, ...SAFE, 'Cache-Control', 'private, no-store']
  send(exchange, status, [...own, ...headers, ...type, ...length], text)
}
