import { FEED_LIMITS } from '@colophon/contract'
import type { Api } from '../pages/api.ts'
import { type FeedEntry, newestEntries, topicsOf } from './newest.ts'

/** Text that is XML already. */
export interface Xml {
  readonly xml: string
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/**
 * A piece of XML whose values are escaped, for content and for attributes in double quotes. Everything that is
 * stored is free of characters that XML does not know.
 */
export function xml(parts: TemplateStringsArray, ...values: readonly (string | Xml | readonly Xml[])[]): Xml {
  return { xml: parts.map((part, place) => part + rendered(values[place] ?? '')).join('') }
}

function rendered(value: string | Xml | readonly Xml[]): string {
  if (typeof value === 'string') return value.replace(/[&<>"]/g, (found) => ENTITIES[found] ?? found)
  return 'xml' in value ? value.xml : value.map((one) => one.xml).join('')
}

export function xmlDocument(root: Xml): string {
  return `<?xml version="1.0" encoding="utf-8"?>\n${root.xml}\n`
}

/** The pages for people of what is public; times are those of publications that are listed. */
export async function sitemap(api: Api, baseUrl: string): Promise<string> {
  const topics = await topicsOf(api, FEED_LIMITS.topics)
  const entries = await newestEntries(api, FEED_LIMITS.mappedEntries)
  const newest = newestOfTopics(entries)
  return xmlDocument(xml`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${[
    place(`${baseUrl}/read`, entries[0]?.published_at),
    ...topics.map(({ id }) => place(`${baseUrl}/topics/${id}`, newest.get(id))),
    ...entries.map((entry) => place(`${baseUrl}/read${entry.path}`, entry.published_at)),
  ]}
</urlset>`)
}

function newestOfTopics(entries: readonly FeedEntry[]): Map<string, string> {
  return new Map(entries.toReversed().map((entry) => [entry.topic_id, entry.published_at]))
}

function place(address: string, changed: string | undefined): Xml {
  const lastmod = changed === undefined ? '' : xml`<lastmod>${changed}</lastmod>`
  return xml`
<url><loc>${address}</loc>${lastmod}</url>`
}
