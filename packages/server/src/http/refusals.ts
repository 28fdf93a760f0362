import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { BYTE_LIMITS } from '@colophon/contract'
import type { App } from '../app.ts'
import { type Problem, problem } from '../core/problem.ts'
import { answerProblem } from './answer.ts'
import { problemDocument } from './problem-document.ts'

/** Percent-encoding that is no UTF-8. */
export function badTarget(): Problem {
  return problem('invalid_request', 'The request target is not a valid path.', {
    errors: [{ location: 'path', pointer: '', message: 'is not valid percent-encoded UTF-8' }],
  })
}

/** `Expect` with anything but 100-continue: node would answer 417, which is not in the contract. */
export function refuseExpectation(app: App, message: IncomingMessage, response: ServerResponse): void {
  const refused = problem('invalid_request', 'The server supports no expectation but 100-continue.', {
    errors: [{ location: 'header', pointer: 'Expect', message: 'must be 100-continue' }],
  })
  answerProblem({ app, message, response, requestId: app.ambient.newId(), operation: 'other' }, refused)
}

/** `CONNECT`: node would close the connection without a word. */
export function refuseTunnel(app: App, socket: Duplex): void {
  answerByHand(app, socket, 'this is not a proxy')
}

/** A request so malformed that it was never parsed. */
export function refuseConnection(app: App, error: Error & { code?: string }, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy(error)
  else answerByHand(app, socket, reasonOf(error.code))
}

/** There is no response to write to: the answer is put on the wire as it is, and the connection ends. */
function answerByHand(app: App, socket: Duplex, reason: string): void {
  const requestId = app.ambient.newId()
  const failed = problem('invalid_request', 'The request is not valid HTTP.', {
    errors: [{ location: 'header', pointer: '', message: reason }],
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
