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
 * MCP over streamable HTTP without sessions and streams: every message is a POST, and has its answer as JSON. Other
 * methods have no route, and nothing is there for them.
 */
export function addMcp(router: Router): void {
  router.add({ methods: ['POST'], url: '/mcp', operation: 'mcp', answer })
}

/** What is refused here is so for every message, as a problem document; the rest is said in JSON-RPC. */
async function answer(exchange: Exchange): Promise<void> {
  const { app, message, requestId } = exchange
  await refuseDuringMaintenance(app.storage.read)
  const sent = credentialOf(message)
  refuseForeignPage(app, sent)
  // A cookie is no credential here: nothing but the bearer goes on.
  const credential = { ...NO_CREDENTIAL, authorization: sent.authorization }
  const caller = await identify(app, credential)
  const body = await readJson(message, largestMessage(caller))
  if (Array.isArray(body)) throw invalidField('', 'is several messages: send each in a request of its own')
  const spoken = { app, credential, caller, requestId, headers: headersOf(message), message: body }
  answerMessage(exchange, await speak(spoken))
}

const HEADERS = ['mcp-protocol-version', 'mcp-method', 'mcp-name'] as const

function headersOf(message: IncomingMessage): SpokenHeaders {
  const sent = HEADERS.map((name) => [name, headerOf(message, name)])
  return Object.fromEntries(sent.filter(([, value]) => value !== null))
}

function answerMessage(exchange: Exchange, { status, text }: { status: number; text: string }): void {
  const type = text === '' ? [] : ['Content-Type', 'application/json; charset=utf-8']
  const length = ['Content-Length', String(Buffer.byteLength(text))]
  const own = ['X-Request-Id', exchange.requestId, ...SAFE, 'Cache-Control', 'private, no-store']
  send(exchange, status, [...own, ...type, ...length], text)
}
