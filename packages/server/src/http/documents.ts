import type { IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { type DocumentTag, isDocumentTag, openApiDocument } from '@colophon/contract'
import type { App } from '../app.ts'
import { refuseDuringMaintenance } from '../command/maintenance.ts'
import { weakTag } from '../core/entity-tag.ts'
import { notFound, problem } from '../core/problem.ts'
import { guideText } from '../feeds/guide.ts'
import type { Encoding } from '../storage/blobs/bytes-cache.ts'
import { type Exchange, SAFE, send } from './answer.ts'
import { corsHeaders } from './cors.ts'
import { chooseEncoding, encodeBytes, matchesTag, prefersHtml } from './encoding.ts'
import { mayReadMetrics } from './metrics-access.ts'
import type { Router, Target } from './router.ts'

/** A probe that waits longer has its own answer. */
const READY_MILLISECONDS = 1500

interface DocumentPage {
  status: number
  type: string
  text: string
  headers?: string[]
  constant?: { readonly tag: string; readonly forms: Map<Encoding | null, Promise<Uint8Array>> }
}

type Make = (app: App, message: IncomingMessage, target: Target) => Promise<DocumentPage> | DocumentPage

/** What is served beside the operations; no credential changes it. */
export function addDocuments(router: Router, app: App): void {
  const { baseUrl, contact } = app.settings
  const contracts = new Map<DocumentTag | null, () => DocumentPage>()
  const contract = (tag: DocumentTag | null) => {
    const make = () => JSON.stringify(openApiDocument(baseUrl, { contact, tag }))
    const document = contracts.get(tag) ?? constant('application/json; charset=utf-8', make)
    contracts.set(tag, document)
    return document()
  }
  const guide = constant('text/markdown; charset=utf-8', () => guideText(baseUrl))
  addReading(router, '/openapi.json', (_app, _message, { query }) => contract(tagOf(query)))
  addReading(router, '/agent.md', guide)
  addReading(router, '/', (_app, { headers }) => leadTo(prefersHtml(headers.accept) ? '/read' : '/agent.md'))
  add(router, '/healthz', () => health('ok'))
  add(router, '/readyz', readiness)
  add(router, '/metrics', figures)
}

/** The part of the contract that a request wants; null: the whole. */
function tagOf({ tag }: Target['query']): DocumentTag | null {
  if (tag === undefined) return null
  if (typeof tag === 'string' && isDocumentTag(tag)) return tag
  const message = 'is no tag of this document'
  throw problem('invalid_request', `tag: ${message}`, {
    errors: [{ location: 'query', pointer: 'tag', message }],
  })
}

/** A document that stays the same while the server runs: made for whoever asks first, and its bytes for all who ask. */
function constant(type: string, make: () => string): () => DocumentPage {
  let made: DocumentPage | null = null
  return () => {
    if (made !== null) return made
    const text = make()
    made = { status: 200, type, text, constant: { tag: weakTag(text), forms: new Map() } }
    return made
  }
}

/** What waits for the end of a recovery, like everything else that is read. */
export function addReading(router: Router, url: string, make: Make): void {
  add(router, url, async (app, message, target) => {
    await refuseDuringMaintenance(app.storage.read)
    return make(app, message, target)
  })
}

function add(router: Router, url: string, make: Make): void {
  router.add({
    methods: ['GET', 'HEAD'],
    url,
    operation: 'document',
    answer: async (exchange, target) =>
      answerPage(exchange, await make(exchange.app, exchange.message, target)),
  })
}

async function answerPage(exchange: Exchange, page: DocumentPage): Promise<void> {
  const { message, requestId } = exchange
  const tag = page.constant?.tag ?? weakTag(page.text)
  const headers = ['X-Request-Id', requestId, ...PAGE_HEADERS, ...corsHeaders(message), 'ETag', tag]
  headers.push(...(page.headers ?? []))
  if (page.status === 200 && matchesTag(message.headers['if-none-match'], tag))
    return send(exchange, 304, headers, null)
  const encoding = chooseEncoding(message.headers['accept-encoding'], Buffer.byteLength(page.text))
  const sent = await bytesOf(page, encoding)
  if (encoding !== null) headers.push('Content-Encoding', encoding)
  headers.push('Content-Type', page.type, 'Content-Length', String(sent.length))
  send(exchange, page.status, headers, sent)
}

/** Of a constant document once for each encoding: copies for many clients at a time would add up. */
async function bytesOf({ text, constant }: DocumentPage, encoding: Encoding | null): Promise<Uint8Array> {
  const known = constant?.forms.get(encoding)
  if (known !== undefined) return known
  const plain = Buffer.from(text)
  const made = encoding === null ? Promise.resolve(plain) : encodeBytes(plain, encoding)
  constant?.forms.set(encoding, made)
  return made
}

const PAGE_HEADERS = [
  'Cache-Control',
  'no-cache',
  'Vary',
  'Accept-Encoding, Cookie',
  ...SAFE,
  'Referrer-Policy',
  'no-referrer',
]

/** A browser is led to the reading room, every other client to the guide. */
function leadTo(path: string): DocumentPage {
  return {
    status: 302,
    type: 'text/plain; charset=utf-8',
    text: `See ${path}\n`,
    headers: ['Location', path, 'Vary', 'Accept'],
  }
}

function health(state: string): DocumentPage {
  return { status: 200, type: 'application/json; charset=utf-8', text: JSON.stringify({ status: state }) }
}

/** Ready means: no recovery holds the lock, database and blob store answer soon, and the database takes writes. */
async function readiness(app: App): Promise<DocumentPage> {
  const asked = refuseDuringMaintenance(app.storage.read).then(() =>
    Promise.all([app.storage.ping(), app.blobs.ping()]),
  )
  const late = new AbortController()
  const unanswered = sleep(READY_MILLISECONDS, null, { signal: late.signal }).then(() => {
    throw problem('overloaded', 'The database or the blob store does not answer.')
  })
  try {
    await Promise.race([asked, unanswered])
  } finally {
    late.abort()
  }
  return health('ready')
}

/** For whoever watches the machine; to everybody else it is not there. */
async function figures(
  { telemetry: { metrics }, settings }: App,
  message: IncomingMessage,
): Promise<DocumentPage> {
  if (!mayReadMetrics(settings, message)) throw notFound()
  return { status: 200, type: metrics.contentType, text: await metrics.text() }
}
