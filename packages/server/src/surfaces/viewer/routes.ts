import { PAGES, type PageId } from '@colophon/contract'
import type { App } from '../../app.ts'
import { refuseDuringMaintenance } from '../../command/maintenance.ts'
import { isAnonymous } from '../../core/authority.ts'
import { notFound } from '../../core/problem.ts'
import { type Exchange, send } from '../http/answer.ts'
import { credentialOf } from '../http/credential.ts'
import { chooseEncoding } from '../http/encoding.ts'
import type { ExpressLane } from '../http/express-lane.ts'
import type { Route, Router, Target } from '../http/router.ts'
import { answerWithPage } from './answer-page.ts'
import { findAsset } from './assets.ts'
import { openDoor } from './door.ts'
import { framed } from './frame.ts'
import { showUnseen } from './markdown/visible.ts'
import type { MakePage } from './page.ts'
import { showArticle } from './pages/article.ts'
import { showHistory } from './pages/history.ts'
import { showHome } from './pages/home.ts'
import { showLineage } from './pages/lineage.ts'
import { showProblem } from './pages/problem.ts'
import { showRevision } from './pages/revision.ts'
import { showSearch } from './pages/search.ts'
import { showTopic } from './pages/topic.ts'
import { showTopics } from './pages/topics.ts'
import { refuseWithPage } from './problem-page.ts'

/** Who makes each page: one that is missing does not compile. */
const MAKERS: Readonly<Record<PageId, MakePage>> = {
  showHome,
  showTopics,
  showTopic,
  showArticle,
  showRevision,
  showHistory,
  showSearch,
  showLineage,
  showProblem,
}

/** The pages of the reading room, and what they link to. */
export function addPages(router: Router, app: App, lane: ExpressLane): void {
  for (const [id, { path }] of Object.entries(PAGES) as [PageId, (typeof PAGES)[PageId]][])
    addGet(router, { operation: id, url: urlOf(path) }, (exchange, target) =>
      answerVisit({ app, lane, make: MAKERS[id] }, exchange, target),
    )
  addAssets(router)
}

interface Shown {
  readonly app: App
  readonly lane: ExpressLane
  readonly make: MakePage
}

/** `{path}` goes to the end of the address, slashes and all. */
function urlOf(path: string): string {
  return path.replace('{path}', '*').replaceAll(/\{(\w+)\}/g, ':$1')
}

function addGet(router: Router, place: Pick<Route, 'operation' | 'url'>, answer: Route['answer']): void {
  router.add({ methods: ['GET', 'HEAD'], ...place, refuse: refuseWithPage, answer })
}

async function answerVisit({ app, lane, make }: Shown, exchange: Exchange, target: Target): Promise<void> {
  const { message, requestId } = exchange
  const { headers } = message
  // Taken before the road reads: a commit in between makes the answer old, and it is not kept.
  const moment = lane.moment()
  await refuseDuringMaintenance(app.storage.read)
  const door = openDoor(app, { credential: credentialOf(message), requestId, network: null })
  const { '*': path, ...named } = target.params
  const params = path === undefined ? named : { ...named, path }
  const page = await make({ app, door, params, query: target.query })
  const visitor = door.visitor()
  const hasCredential = headers.cookie !== undefined || headers.authorization !== undefined
  const written = {
    text: showUnseen(framed(page, { baseUrl: app.settings.baseUrl, visitor })),
    status: 200,
    hasScripts: page.scripts !== undefined,
    isPrivate: hasCredential || !isAnonymous(visitor),
    holdsToken: false,
  }
  await answerWithPage(exchange, written, (answer) => lane.keep(exchange, moment, answer))
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
