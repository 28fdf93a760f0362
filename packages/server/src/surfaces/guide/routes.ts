import type { App } from '../../app.ts'
import { refuseDuringMaintenance } from '../../command/maintenance.ts'
import { ANONYMOUS } from '../../core/authority.ts'
import { NO_CREDENTIAL } from '../../road/request.ts'
import { answerGet, type Exchange } from '../http/answer.ts'
import type { ExpressLane } from '../http/express-lane.ts'
import type { Router } from '../http/router.ts'
import { type Door, openDoor } from '../viewer/door.ts'
import { siteFeed, topicFeed } from './feed.ts'
import { llmsText } from './llms.ts'
import { robotsText } from './robots.ts'
import { sitemap } from './sitemap.ts'

interface PublicDocument {
  readonly url: string
  readonly type: string
  make(door: Door, baseUrl: string, params: Readonly<Record<string, string>>): Promise<string> | string
}

const TEXT = 'text/plain; charset=utf-8'
const ATOM = 'application/atom+xml; charset=utf-8'

const DOCUMENTS: readonly PublicDocument[] = [
  { url: '/llms.txt', type: TEXT, make: llmsText },
  { url: '/robots.txt', type: TEXT, make: (_door, baseUrl) => robotsText(baseUrl) },
  { url: '/sitemap.xml', type: 'application/xml; charset=utf-8', make: sitemap },
  { url: '/feed.atom', type: ATOM, make: siteFeed },
  {
    url: '/topics/:id/feed.atom',
    type: ATOM,
    make: (door, baseUrl, { id = '' }) => topicFeed(door, baseUrl, id),
  },
]

/**
 * What is told of public knowledge to whoever comes by. The door is opened without a credential, whatever came along:
 * nobody is told more than anybody.
 */
export function addPublicDocuments(router: Router, app: App, lane: ExpressLane): void {
  for (const document of DOCUMENTS)
    router.add({
      methods: ['GET', 'HEAD'],
      url: document.url,
      operation: 'document',
      answer: (exchange, { params }) => answer({ app, lane, document }, exchange, params),
    })
}

interface Served {
  readonly app: App
  readonly lane: ExpressLane
  readonly document: PublicDocument
}

async function answer(
  { app, lane, document }: Served,
  exchange: Exchange,
  params: Readonly<Record<string, string>>,
): Promise<void> {
  // Taken before the road reads: a commit in between makes the answer old, and it is not kept.
  const moment = lane.moment()
  await refuseDuringMaintenance(app.storage.read)
  const door = openDoor(app, { credential: NO_CREDENTIAL, requestId: exchange.requestId, network: null })
  const body = await document.make(door, app.settings.baseUrl, params)
  const outcome = {
    status: 200,
    body,
    headers: { 'content-type': document.type },
    caller: ANONYMOUS,
  } as const
  await answerGet(exchange, outcome, (kept) => lane.keep(exchange, moment, kept))
}
