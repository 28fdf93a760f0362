import type { CallToolResult } from '@modelcontextprotocol/server'
import type { App } from '../app.ts'
import type { Problem } from '../core/problem.ts'
import { writtenBody } from '../core/written-answer.ts'
import { problemDocument, problemHeaders, rateHeaders } from '../http/problem-document.ts'
import type { Outcome } from '../pipeline/dispatch.ts'

interface ResultContext {
  readonly app: App
  readonly requestId: string
}

/** The answer as over HTTP, as a value and as the same JSON in a text. */
export function answerResult({ app }: ResultContext, outcome: Outcome): CallToolResult {
  const text = jsonOf(outcome)
  const replayed = outcome.replayed ? ['Idempotency-Replayed', 'true'] : []
  const rates = rateHeaders(outcome.allowances ?? [], app.ambient.now())
  return {
    content: [{ type: 'text', text }],
    structuredContent: JSON.parse(text),
    _meta: metaOf(outcome.status, [...replayed, ...rates]),
  }
}

/** The problem document as over HTTP. */
export function problemResult({ app, requestId }: ResultContext, failed: Problem): CallToolResult {
  const document = problemDocument(failed, { baseUrl: app.settings.baseUrl, requestId })
  const headers = [...problemHeaders(failed), ...rateHeaders(failed.allowances, app.ambient.now())]
  const text = JSON.stringify(document)
  return {
    isError: true,
    content: [{ type: 'text', text }],
    structuredContent: JSON.parse(text),
    _meta: metaOf(failed.status, headers),
  }
}

/**
 * The bytes of an object alone in the first block, so that their SHA-256 can be checked; what is known about them is
 * beside it, in blocks of its own.
 */
export function objectResult({ app }: ResultContext, object: Outcome, known: Outcome): CallToolResult {
  if (!(object.body instanceof Uint8Array)) throw new Error('an object is bytes')
  const { sha256 = '', 'content-type': type = '', link, deprecation } = object.headers ?? {}
  const { baseUrl } = app.settings
  const about = { uri: `${baseUrl}/api/v1/objects/${sha256}`, mimeType: 'application/json' }
  const state = [...(link ? ['Link', link] : []), ...(deprecation ? ['Deprecation', deprecation] : [])]
  const rates = rateHeaders(known.allowances ?? [], app.ambient.now())
  return {
    content: [
      { type: 'text', text: exactText(object.body) },
      {
        type: 'resource_link',
        uri: `${baseUrl}/objects/${sha256}`,
        name: sha256,
        mimeType: type,
        size: object.body.length,
      },
      { type: 'resource', resource: { ...about, text: jsonOf(known) } },
    ],
    _meta: metaOf(object.status, [...state, ...rates]),
  }
}

function jsonOf({ body }: Outcome): string {
  return new TextDecoder().decode(writtenBody(body).bytes)
}

/** Every object is UTF-8; a mark at its beginning is a part of it. */
function exactText(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
}

/** What over HTTP stands in the status line and in the headers. */
function metaOf(status: number, headers: readonly string[]): Record<string, unknown> {
  const pairs = headers.flatMap((name, at) => (at % 2 === 0 ? [[name, headers[at + 1]]] : []))
  return { status, headers: Object.fromEntries(pairs) }
}
