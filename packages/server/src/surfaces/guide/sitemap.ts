import { FEED_LIMITS } from '@colophon/contract'
import type { Door } from '../viewer/door.ts'
import { type Listed, newestEntries, topicsOf } from './newest.ts'
import { type Xml, xml, xmlDocument } from './xml.ts'

/** The pages for people of what is public; times are those of publications that are listed. */
export async function sitemap(door: Door, baseUrl: string): Promise<string> {
  const topics = await topicsOf(door, FEED_LIMITS.topics)
  const entries = await newestEntries(door, FEED_LIMITS.mappedEntries)
  const newest = newestOfTopics(entries)
  return xmlDocument(xml`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${[
    place(`${baseUrl}/read`, entries[0]?.published_at),
    ...topics.map(({ id }) => place(`${baseUrl}/topics/${id}`, newest.get(id))),
    ...entries.map((entry) => place(`${baseUrl}/read${entry.path}`, entry.published_at)),
  ]}
</urlset>`)
}

function newestOfTopics(entries: readonly Listed[]): Map<string, string> {
  return new Map(entries.toReversed().map((entry) => [entry.topic_id, entry.published_at]))
}

function place(address: string, changed: string | undefined): Xml {
  const lastmod = changed === undefined ? '' : xml`<lastmod>${changed}</lastmod>`
  return xml`
<url><loc>${address}</loc>${lastmod}</url>`
}
