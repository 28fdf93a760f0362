import type { Api } from '../pages/api.ts'
import { freshnessMeaning } from '../pages/parts/freshness-mark.ts'
import type { ContentLicense, Settings } from '../runtime/settings.ts'
import { type FeedEntry, type FeedPage, newestEntries } from './newest.ts'
import { type Xml, xml, xmlDocument } from './xml.ts'

/** The time of a feed in which nothing was published yet. */
const NEVER = '1970-01-01T00:00:00.000Z'

/** The publications of all public topics as Atom (RFC 4287), newest first, in pages (RFC 5005). */
export async function siteFeed(
  api: Api,
  { baseUrl, contentLicense }: Settings,
  cursor: unknown,
): Promise<string> {
  const entries = await newestEntries(api, { cursor })
  return feedOf(entries, {
    baseUrl,
    cursor,
    license: contentLicense,
    path: '/feed.atom',
    page: '/read',
    title: `Colophon at ${new URL(baseUrl).host}`,
    subtitle: 'The newest publications of every public topic.',
    since: NEVER,
  })
}

/** Those of one topic; not found where it is not public. */
export async function topicFeed(
  api: Api,
  { baseUrl, contentLicense }: Settings,
  { id, cursor }: { id: string; cursor: unknown },
): Promise<string> {
  const topic = await api.call('getTopic', { params: { id } })
  const entries = await newestEntries(api, { topic: id, cursor })
  return feedOf(entries, {
    baseUrl,
    cursor,
    license: contentLicense,
    path: `/topics/${id}/feed.atom`,
    page: `/topics/${id}`,
    title: topic.title,
    subtitle: topic.summary,
    since: topic.created_at,
  })
}

interface Feed {
  baseUrl: string
  license: ContentLicense | null
  path: string
  /** Of a later page; undefined for the first. */
  cursor: unknown
  /** What people read. */
  page: string
  title: string
  subtitle: string
  /** Its time while it is empty. */
  since: string
}

function feedOf({ items, next_cursor }: FeedPage<FeedEntry>, feed: Feed): string {
  const { baseUrl, license, path, page, title, subtitle, since, cursor } = feed
  const first = `${baseUrl}${path}`
  const self = cursor === undefined ? first : pageAt(first, String(cursor))
  return xmlDocument(xml`<feed xmlns="http://www.w3.org/2005/Atom">
<id>${baseUrl}${path}</id>
<title>${title}</title>
<subtitle>${subtitle}</subtitle>
<updated>${items[0]?.published_at ?? since}</updated>
<author><name>${new URL(baseUrl).host}</name></author>
<link rel="self" type="application/atom+xml" href="${self}"/>${[
    ...(cursor === undefined ? [] : [pageLink('first', first)]),
    ...(next_cursor === null ? [] : [pageLink('next', pageAt(first, next_cursor))]),
  ]}
<link rel="alternate" type="text/html" href="${baseUrl}${page}"/>${licensed(license)}${items.map((entry) => entryOf(entry, feed))}
</feed>`)
}

function pageAt(first: string, cursor: string): string {
  return `${first}?${new URLSearchParams({ cursor })}`
}

function pageLink(relation: 'first' | 'next', address: string): Xml {
  return xml`
<link rel="${relation}" type="application/atom+xml" href="${address}"/>`
}

/** RFC 4946, and in words. */
function licensed(license: ContentLicense | null): Xml[] {
  if (license === null) return []
  return [
    xml`
<link rel="license" href="${license.url}"/>
<rights>${license.name}</rights>`,
  ]
}

/** An entry is the same one when it is revised, so that its id is its own and not the revision's. */
function entryOf(entry: FeedEntry, { baseUrl, license }: Feed): Xml {
  const object = `${baseUrl}/objects/${entry.content_hash}`
  return xml`
<entry>
<id>urn:uuid:${entry.entry_id}</id>
<title>${entry.title}</title>
<updated>${entry.published_at}</updated>
<link rel="alternate" type="text/html" href="${baseUrl}/read${entry.path}"/>
<category scheme="${baseUrl}/topics" term="${entry.topic_id}"/>
<category scheme="urn:colophon:mode" term="${entry.mode}"/>${freshnessOf(entry)}
<summary>${entry.summary}</summary>
<content type="text/markdown" src="${object}"/>${licensed(license)}
</entry>`
}

/** How the revision holds up now, with its meaning for who reads feeds; nothing where nothing is known. */
function freshnessOf({ freshness }: FeedEntry): Xml[] {
  if (freshness === null) return []
  return [
    xml`
<category scheme="urn:colophon:freshness" term="${freshness}" label="${freshnessMeaning(freshness)}"/>`,
  ]
}
