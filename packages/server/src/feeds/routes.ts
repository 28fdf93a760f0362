import type { App } from '../app.ts'
import { refuseDuringMaintenance } from '../command/maintenance.ts'
import { ANONYMOUS } from '../core/authority.ts'
import { CONTEXT_DOCUMENT } from '../core/links.ts'
import { answerGet, type Exchange } from '../http/answer.ts'
import type { Keep, ResponseCache } from '../http/response-cache.ts'
import type { Router, Target } from '../http/router.ts'
import { type Api, createApi } from '../pages/api.ts'
import { NO_CREDENTIAL } from '../pipeline/request.ts'
import type { Settings } from '../runtime/settings.ts'
import { activityFeed } from './activity.ts'
import { siteFeed, topicFeed } from './feed.ts'
import { robotsText } from './guide.ts'
import { llmsText } from './llms.ts'
import { sitemap, sitemapFile } from './sitemap.ts'
import { skillDocument, skillsIndex } from './skills.ts'
import { apiCatalog, LINKSET, openSearch, securityText } from './well-known.ts'

interface PublicDocument {
  readonly url: string
  readonly type: string
  make(context: DocumentContext): Promise<string> | string
  readonly link?: string
  /** It changes with the time, and not with what is committed alone. */
  readonly isTimed?: boolean
}

interface DocumentContext {
  readonly api: Api
  readonly app: App
  readonly settings: Settings
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, unknown>>
}

const TEXT = 'text/plain; charset=utf-8'
const CATALOG = '/.well-known/api-catalog'
const ATOM = 'application/atom+xml; charset=utf-8'

const DOCUMENTS: readonly PublicDocument[] = [
  { url: CONTEXT_DOCUMENT, type: TEXT, make: ({ api, settings }) => llmsText(api, settings) },
  { url: '/robots.txt', type: TEXT, make: ({ settings }) => robotsText(settings.baseUrl) },
  {
    url: '/sitemap.xml',
    type: 'application/xml; charset=utf-8',
    make: (context) => sitemap(context),
  },
  {
    url: '/sitemap-:name',
    type: 'application/xml; charset=utf-8',
    make: (context) => sitemapFile(context, context.params.name ?? ''),
  },
  {
    url: '/feed.atom',
    type: ATOM,
    isTimed: true,
    make: ({ api, settings, query }) => siteFeed(api, settings, query.cursor),
  },
  {
    url: '/topics/:id/feed.atom',
    type: ATOM,
    isTimed: true,
    make: ({ api, settings, params: { id = '' }, query: { cursor } }) =>
      topicFeed(api, settings, { id, cursor }),
  },
  {
    url: '/activity.atom',
    type: ATOM,
    make: ({ api, settings, query: { kind } }) => activityFeed(api, settings, { topic: null, kind }),
  },
  {
    url: '/topics/:id/activity.atom',
    type: ATOM,
    make: ({ api, settings, params: { id = '' }, query: { kind } }) =>
      activityFeed(api, settings, { topic: id, kind }),
  },
  {
    url: CATALOG,
    type: LINKSET,
    link: `<${CATALOG}>; rel="api-catalog"`,
    make: ({ settings }) => apiCatalog(settings),
  },
  {
    url: '/.well-known/security.txt',
    type: TEXT,
    make: ({ app, settings }) => securityText(settings, app.ambient.now()),
  },
  {
    url: '/.well-known/agent-skills/index.json',
    type: 'application/json',
    isTimed: true,
    make: ({ api }) => skillsIndex(api),
  },
  {
    url: '/.well-known/agent-skills/:topic/:skill/SKILL.md',
    type: 'text/markdown; charset=utf-8',
    isTimed: true,
    make: ({ api, params: { topic = '', skill = '' } }) => skillDocument(api, `/${topic}/${skill}`),
  },
  {
    url: '/opensearch.xml',
    type: 'application/opensearchdescription+xml; charset=utf-8',
    make: ({ settings }) => openSearch(settings.baseUrl),
  },
]

/**
 * What is told of public knowledge to whoever comes by. The API client has no credential, whatever came along:
 * nobody is told more than anybody.
 */
export function addPublicDocuments(router: Router, app: App, responseCache: ResponseCache): void {
  for (const document of DOCUMENTS)
    router.add({
      methods: ['GET', 'HEAD'],
      url: document.url,
      operation: 'document',
      answer: (exchange, target) =>
        responseCache.make({ exchange, isMadeOfRows: false }, (keep) =>
          answer({ app, document }, { exchange, target }, (kept) =>
            keep({ ...kept, timed: document.isTimed === true ? 'second' : kept.timed }),
          ),
        ),
    })
}

interface DocumentRoute {
  readonly app: App
  readonly document: PublicDocument
}

async function answer(
  { app, document }: DocumentRoute,
  { exchange, target: { params, query } }: { exchange: Exchange; target: Target },
  keep: Keep,
): Promise<void> {
  await refuseDuringMaintenance(app.storage.read)
  const api = createApi(app, { credential: NO_CREDENTIAL, requestId: exchange.requestId, network: null })
  const body = await document.make({ api, app, settings: app.settings, params, query })
  const outcome = {
    status: 200,
    body,
    headers: { 'content-type': document.type, ...(document.link ? { link: document.link } : {}) },
    caller: ANONYMOUS,
  } as const
  await answerGet(exchange, outcome, keep)
}
