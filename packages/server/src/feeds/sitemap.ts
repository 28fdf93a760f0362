import { setImmediate as nextTurn } from 'node:timers/promises'
import { FEED_LIMITS } from '@colophon/contract'
import type { App } from '../app.ts'
import { findNewestTime, type ListedPlace } from '../catalog/listed-places.ts'
import { findVisibleTopic } from '../catalog/visibility.ts'
import { ANONYMOUS } from '../core/authority.ts'
import { notFound } from '../core/problem.ts'
import type { Api } from '../pages/api.ts'
import { type FeedTopic, topicsOf } from './newest.ts'
import { readAllPlaces, readSitemapFile } from './sitemap-places.ts'
import { type Xml, xml, xmlDocument } from './xml.ts'

interface SitemapContext {
  readonly api: Api
  readonly app: App
}

const PAGES_FILE = 'pages.xml'
/** Topics whose newest publication is looked up between two turns of the event loop. */
const PIECE = 100

/**
 * The pages for people of what is public; times are those of publications that are listed. A small site has all of them
 * in one document, a larger one an index of files: one of pages, and for each topic as many as its entries fill.
 */
export async function sitemap({ api, app }: SitemapContext): Promise<string> {
  const topics = await topicsOf(api, FEED_LIMITS.mappedTopics)
  const entries = topics.reduce((sum, { published_counts: { total } }) => sum + total, 0)
  const newest = await newestTimes(app, topics)
  if (topics.length + entries > FEED_LIMITS.mappedInOne) return sitemapIndex(app, topics, newest)
  const ids = topics.map(({ id }) => id)
  return urlSet(pagesOf(app, topics, newest), entriesOf(app, await readAllPlaces(app, ids)))
}

/** A file of the index: `pages.xml`, or `SLUG-N.xml` for the entries of a topic; not found where it is not public. */
export async function sitemapFile({ api, app }: SitemapContext, name: string): Promise<string> {
  if (name === PAGES_FILE) {
    const topics = await topicsOf(api, FEED_LIMITS.mappedTopics)
    return urlSet(pagesOf(app, topics, await newestTimes(app, topics)))
  }
  const [, topic = '', number = ''] = /^(.+)-([1-9]\d{0,5})\.xml$/.exec(name) ?? []
  await requirePublic(app, topic)
  const text = await readSitemapFile(app, { topic, number: Number(number) }, (places) =>
    places.length === 0 ? '' : urlSet(entriesOf(app, places)),
  )
  // What became invited while its entries were read is told no more.
  await requirePublic(app, topic)
  if (text === '') throw notFound()
  return text
}

async function requirePublic(app: App, topic: string): Promise<void> {
  if ((await findVisibleTopic(app.storage.read, ANONYMOUS, topic)) === null) throw notFound()
}

/** The newest file of a topic changes with each publication in it; the others have the entries that were there before. */
function sitemapIndex(app: App, topics: readonly FeedTopic[], newest: ReadonlyMap<string, string>): string {
  const files = topics.flatMap(({ id, published_counts: { total } }) => {
    const count = Math.ceil(total / FEED_LIMITS.mappedInFile)
    return Array.from({ length: count }, (_, place) =>
      fileOf(app, `${id}-${place + 1}.xml`, place + 1 === count ? newest.get(id) : undefined),
    )
  })
  return xmlDocument(xml`<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${[
    fileOf(app, PAGES_FILE, latestOf(newest)),
    ...files,
  ]}
</sitemapindex>`)
}

function fileOf({ settings: { baseUrl } }: App, name: string, changed: string | undefined): Xml {
  return xml`
<sitemap><loc>${`${baseUrl}/sitemap-${name}`}</loc>${lastmod(changed)}</sitemap>`
}

function urlSet(...places: readonly (readonly Xml[])[]): string {
  return xmlDocument(xml`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${places.flat()}
</urlset>`)
}

/** The reading room and the page of each topic. */
function pagesOf(app: App, topics: readonly FeedTopic[], newest: ReadonlyMap<string, string>): Xml[] {
  const { baseUrl } = app.settings
  return [
    place(`${baseUrl}/read`, latestOf(newest)),
    ...topics.map(({ id }) => place(`${baseUrl}/topics/${id}`, newest.get(id))),
  ]
}

function entriesOf({ settings: { baseUrl } }: App, places: readonly ListedPlace[]): Xml[] {
  return places.map(({ path, published_at }) => place(`${baseUrl}/read${path}`, published_at))
}

async function newestTimes(app: App, topics: readonly FeedTopic[]): Promise<Map<string, string>> {
  const newest = new Map<string, string>()
  for (const [place, { id }] of topics.entries()) {
    const time = await findNewestTime(app.storage.read, id)
    if (time !== null) newest.set(id, time)
    if (place % PIECE === PIECE - 1) await nextTurn()
  }
  return newest
}

function latestOf(newest: ReadonlyMap<string, string>): string | undefined {
  return [...newest.values()].toSorted().at(-1)
}

function place(address: string, changed: string | undefined): Xml {
  return xml`
<url><loc>${address}</loc>${lastmod(changed)}</url>`
}

function lastmod(changed: string | undefined): Xml | string {
  return changed === undefined ? '' : xml`<lastmod>${changed}</lastmod>`
}
