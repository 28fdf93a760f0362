import { isListed, type PageId } from '@colophon/contract'
import type { App } from '../app.ts'
import { Problem, problem } from '../core/problem.ts'
import { answerGet, type Exchange } from '../http/answer.ts'
import { prefersMarkdown } from '../http/encoding.ts'
import type { Keep } from '../http/response-cache.ts'
import { credentialOf, type Target } from '../http/router.ts'
import { dispatch } from '../pipeline/dispatch.ts'
import { publicFor } from './answer-page.ts'
import type { Api } from './api.ts'

const ENDING = '.md'

/** Pages whose bytes are served too: to whoever prefers Markdown, and at the same address with `.md`. */
const TWINS: { readonly [Id in PageId]?: (asked: TwinRequest) => Promise<string | null> | string | null } = {
  showArticle: findHead,
  showRevision: findRevision,
}

export function hasTwin(id: PageId): boolean {
  return TWINS[id] !== undefined
}

interface TwinRequest {
  readonly api: Api
  /** What the address says after the page's own part. */
  readonly name: string
  readonly isMarkdown: boolean
}

/** The hash of the bytes that the request wants in the place of the page; null where it wants the page. */
export async function findTwin(
  id: PageId,
  { api, exchange, target }: { api: Api; exchange: Exchange; target: Target },
): Promise<string | null> {
  const name = target.params['*'] ?? target.params.sha256 ?? ''
  const isMarkdown = prefersMarkdown(exchange.message.headers.accept)
  return (await TWINS[id]?.({ api, name, isMarkdown })) ?? null
}

function findRevision({ name, isMarkdown }: TwinRequest): string | null {
  if (name.endsWith(ENDING)) return name.slice(0, -ENDING.length)
  return isMarkdown ? name : null
}

/** An entry whose own path ends with `.md` goes before the twin of the one without. */
async function findHead({ api, name, isMarkdown }: TwinRequest): Promise<string | null> {
  if (!name.endsWith(ENDING)) return isMarkdown ? headOf(api, name) : null
  const own = await orNull(() => headOf(api, name))
  if (own !== null) return isMarkdown ? own : null
  return headOf(api, name.slice(0, -ENDING.length))
}

async function headOf(api: Api, name: string): Promise<string> {
  const entry = await api.call('resolvePath', { query: { path: `/${name}` } })
  if (isListed(entry.status)) return entry.content_hash
  // Bytes without the tombstone would say that it still holds.
  throw problem(
    'not_found',
    `No revision is listed here. The bytes that were published last are at /revisions/${entry.content_hash}.md.`,
  )
}

async function orNull<T>(find: () => Promise<T>): Promise<T | null> {
  try {
    return await find()
  } catch (error) {
    if (error instanceof Problem && error.code === 'not_found') return null
    throw error
  }
}

/** The exact bytes, with what every answer with them has; who reads the page may change what the address means. */
export async function answerTwin(
  app: App,
  exchange: Exchange,
  { sha256, keep }: { sha256: string; keep: Keep },
): Promise<void> {
  const outcome = await dispatch(app, {
    operation: 'readObject',
    params: { sha256 },
    query: {},
    credential: credentialOf(exchange.message),
    idempotencyKey: null,
    requestId: exchange.requestId,
    network: null,
    readBody: async () => ({}),
  })
  const headers = { ...outcome.headers, vary: 'Accept', 'cache-control': publicFor(app) }
  await answerGet(exchange, { ...outcome, headers }, keep)
}
