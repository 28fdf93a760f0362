import { PAGES, type PageId } from '@colophon/contract'
import type { App } from '../app.ts'
import { refuseDuringMaintenance } from '../command/maintenance.ts'
import { isAnonymous } from '../core/authority.ts'
import { citeLink, siteLinks } from '../core/links.ts'
import { notFound } from '../core/problem.ts'
import { type Exchange, send } from '../http/answer.ts'
import { chooseEncoding } from '../http/encoding.ts'
import type { Keep, ResponseCache } from '../http/response-cache.ts'
import { credentialOf, type Route, type Router, type Target } from '../http/router.ts'
import { showUnseen } from '../render/visible.ts'
import { answerWithPage } from './answer-page.ts'
import { createApi } from './api.ts'
import { findAsset } from './assets.ts'
import { framed } from './frame.ts'
import { answerTwin, findTwin, hasTwin } from './markdown-twin.ts'
import type { MakePage, Page } from './page.ts'
import { refuseWithPage } from './problem-page.ts'
import { showArticle } from './reading/article.ts'
import { showContents } from './reading/contents.ts'
import { showHistory } from './reading/history.ts'
import { showHome } from './reading/home.ts'
import { showLineage } from './reading/lineage.ts'
import { showProblem } from './reading/problem.ts'
import { showRevision } from './reading/revision.ts'
import { showSearch } from './reading/search.ts'
import { showTopic, showTopics } from './reading/topic.ts'

/** Who makes each page: one that is missing does not compile. */
const MAKERS: Readonly<Record<PageId, MakePage>> = {
  showHome,
  showTopics,
  showTopic,
  showContents,
  showArticle,
  showRevision,
  showHistory,
  showSearch,
  showLineage,
  showProblem,
}

/** What the index answers, of which nobody notes what it read. */
const FROM_INDEX: ReadonlySet<PageId> = new Set(['showSearch'])

/** The pages of the reading room, and what they link to. */
export function addPages(router: Router, app: App, responseCache: ResponseCache): void {
  for (const [id, { path }] of Object.entries(PAGES) as [PageId, (typeof PAGES)[PageId]][])
    addGet(router, { operation: id, url: urlOf(path) }, (exchange, target) =>
      responseCache.make({ exchange, isMadeOfRows: !FROM_INDEX.has(id) }, (keep) =>
        answerVisit({ app, id, keep }, exchange, target),
      ),
    )
  addAssets(router)
}

interface PageRoute {
  readonly app: App
  readonly id: PageId
  readonly keep: Keep
}

/** `{path}` goes to the end of the address, slashes and all. */
function urlOf(path: string): string {
  return path.replace('{path}', '*').replaceAll(/\{(\w+)\}/g, ':$1')
}

function addGet(router: Router, place: Pick<Route, 'operation' | 'url'>, answer: Route['answer']): void {
  router.add({ methods: ['GET', 'HEAD'], ...place, refuse: refuseWithPage, answer })
}

/** Scripts of every page for readers: none of them is needed. */
const EVERYWHERE = ['palette.js', 'copy.js', 'outline.js']

async function answerVisit({ app, id, keep }: PageRoute, exchange: Exchange, target: Target): Promise<void> {
  const { message, requestId } = exchange
  const { headers } = message
  await refuseDuringMaintenance(app.storage.read)
  const api = createApi(app, { credential: credentialOf(message), requestId, network: null })
  const twin = await findTwin(id, { api, exchange, target })
  if (twin !== null) return answerTwin(app, exchange, { sha256: twin, keep })
  const { '*': path, ...named } = target.params
  const params = path === undefined ? named : { ...named, path }
  const made = await MAKERS[id]({ app, api, params, query: target.query })
  const page = { ...made, scripts: [...EVERYWHERE, ...(made.scripts ?? [])] }
  const visitor = api.visitor()
  const hasCredential = headers.cookie !== undefined || headers.authorization !== undefined
  const { text, pieces } = framed(page, { baseUrl: app.settings.baseUrl, visitor })
  const written = {
    text: showUnseen(text),
    pieces,
    status: 200,
    hasScripts: true,
    isPrivate: hasCredential || !isAnonymous(visitor) || page.isUnfinished === true,
    holdsToken: false,
    isNegotiated: hasTwin(id),
    headers: ['Link', linksOf(page, app).join(', ')],
  }
  await answerWithPage(exchange, written, keep)
}

function linksOf({ cites, canonical }: Page, { settings }: App): string[] {
  const isArticle = cites !== undefined
  return [
    ...siteLinks(settings.contentLicense),
    ...(isArticle ? [citeLink(cites)] : []),
    ...(isArticle && canonical !== null ? [`<${canonical}.md>; rel="alternate"; type="text/markdown"`] : []),
  ]
}

const FOR_EVER = 'public, max-age=31536000, immutable'

function addAssets(router: Router): void {
  addGet(router, { operation: 'asset', url: '/assets/:name' }, async (exchange, { params }) => {
    const asset = findAsset(params.name ?? '')
    if (asset === null) throw notFound()
    const { encoded } = asset
    const encoding =
      encoded && chooseEncoding(exchange.message.headers['accept-encoding'], asset.bytes.length)
    const bytes = encoded && encoding ? encoded[encoding] : asset.bytes
    const headers = ['X-Request-Id', exchange.requestId, 'Cache-Control', FOR_EVER, 'Vary', 'Accept-Encoding']
    headers.push('X-Content-Type-Options', 'nosniff', 'Cross-Origin-Resource-Policy', 'same-origin')
    if (encoding !== null) headers.push('Content-Encoding', encoding)
    headers.push('Content-Type', asset.type, 'Content-Length', String(bytes.length))
    send(exchange, 200, headers, bytes)
  })
}
