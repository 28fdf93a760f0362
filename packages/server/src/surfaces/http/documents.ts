import type { IncomingMessage } from 'node:http'
import { openApiDocument } from '@colophon/contract'
import type { App } from '../../app.ts'
import { refuseDuringMaintenance } from '../../command/maintenance.ts'
import { weakTag } from '../../core/entity-tag.ts'
import { notFound } from '../../core/problem.ts'
import { guideText } from '../guide/guide.ts'
import { type Exchange, SAFE, send } from './answer.ts'
import { chooseEncoding, encodeBytes } from './encoding.ts'
import { matchesTag } from './entity-tag.ts'
import { isLocal } from './local.ts'
import { prefersHtml } from './preferences.ts'
import type { Router } from './router.ts'

interface Page {
  status: number
  type: string
  text: string
  headers?: string[]
}

type Make = (app: App, message: IncomingMessage) => Promise<Page> | Page

/** What is served beside the operations; no credential changes it. */
export function addDocuments(router: Router, app: App): void {
  const contract = once(() => JSON.stringify(openApiDocument(app.settings.baseUrl)))
  const guide = once(() => guideText(app.settings.baseUrl))
  addReading(router, '/openapi.json', () => ({
    status: 200,
    type: 'application/json; charset=utf-8',
    text: contract(),
  }))
  addReading(router, '/agent.md', () => ({
    status: 200,
    type: 'text/markdown; charset=utf-8',
    text: guide(),
  }))
  addReading(router, '/', (_app, { headers }) => leadTo(prefersHtml(headers.accept) ? '/read' : '/agent.md'))
  add(router, '/healthz', () => health('ok'))
  add(router, '/readyz', readiness)
  add(router, '/metrics', figures)
}

/** Made for whoever asks first: a start need not wait for it. */
function once(make: () => string): () => string {
  let made: string | null = null
  return () => {
    made ??= make()
    return made
  }
}

/** What waits for the end of a recovery, like everything else that is read. */
function addReading(router: Router, url: string, make: Make): void {
  add(router, url, async (app, message) => {
    await refuseDuringMaintenance(app.storage.read)
    return make(app, message)
  })
}

function add(router: Router, url: string, make: Make): void {
  router.add({
    methods: ['GET', 'HEAD'],
    url,
    operation: 'document',
    answer: async (exchange) => answerPage(exchange, await make(exchange.app, exchange.message)),
  })
}

async function answerPage(exchange: Exchange, page: Page): Promise<void> {
  const { message, requestId } = exchange
  const tag = weakTag(page.text)
  const headers = ['X-Request-Id', requestId, ...PAGE_HEADERS, 'ETag', tag, ...(page.headers ?? [])]
  if (page.status === 200 && matchesTag(message.headers['if-none-match'], tag))
    return send(exchange, 304, headers, null)
  const bytes = Buffer.from(page.text)
  const encoding = chooseEncoding(message.headers['accept-encoding'], bytes.length)
  const sent = encoding === null ? bytes : await encodeBytes(bytes, encoding)
  if (encoding !== null) headers.push('Content-Encoding', encoding)
  headers.push('Content-Type', page.type, 'Content-Length', String(sent.length))
  send(exchange, page.status, headers, sent)
}

const PAGE_HEADERS = [
  'Cache-Control',
  'no-cache',
  'Vary',
  'Accept-Encoding',
  ...SAFE,
  'Referrer-Policy',
  'no-referrer',
]

/** A browser is led to the reading room, every other client to the guide. */
function leadTo(path: string): Page {
  return {
    status: 302,
    type: 'text/plain; charset=utf-8',
    text: `See ${path}\n`,
    headers: ['Location', path, 'Vary', 'Accept'],
  }
}

function health(state: string): Page {
  return { status: 200, type: 'application/json; charset=utf-8', text: JSON.stringify({ status: state }) }
}

/** Ready means: no recovery holds the lock, and database and blob store answer. */
async function readiness(app: App): Promise<Page> {
  await refuseDuringMaintenance(app.storage.read)
  await Promise.all([app.storage.ping(), app.blobs.ping()])
  return health('ready')
}

/** For whoever watches the machine; to everybody else it is not there. */
async function figures({ metrics, settings }: App, message: IncomingMessage): Promise<Page> {
  if (!settings.metricsPublic && !isLocal(message)) throw notFound()
  return { status: 200, type: metrics.contentType, text: await metrics.text() }
}
