import { problem } from '../core/problem.ts'
import type { Api } from '../pages/api.ts'
import { ACT_KINDS, actKindOf, actTitle, actWords, readActs, type TopicAct } from '../pages/parts/activity.ts'
import type { Settings } from '../runtime/settings.ts'
import { type Xml, xml, xmlDocument } from './xml.ts'

const ACTS = 50
/** The time of a feed of a site on which nothing was done yet. */
const NEVER = '1970-01-01T00:00:00.000Z'

/** What is asked for: a topic that is public, or all of them, and a kind of acts. */
interface ActivityFilters {
  readonly topic: string | null
  readonly kind: unknown
}

/** The newest acts that everybody may know of, as Atom; not found for a topic that is not public. */
export async function activityFeed(
  api: Api,
  { baseUrl }: Settings,
  { topic, kind }: ActivityFilters,
): Promise<string> {
  const chosen = requireKind(kind)
  const known = topic === null ? null : await api.call('getTopic', { params: { id: topic } })
  const { acts } = await readActs(api, [{ topic, upTo: null }], { kind: chosen, limit: ACTS })
  const path = topic === null ? '/activity.atom' : `/topics/${topic}/activity.atom`
  const self = `${baseUrl}${path}${chosen === null ? '' : `?kind=${chosen}`}`
  const host = new URL(baseUrl).host
  return xmlDocument(xml`<feed xmlns="http://www.w3.org/2005/Atom">
<id>${self}</id>
<title>${known === null ? `Activity at ${host}` : `Activity in ${known.title}`}</title>
<updated>${acts[0]?.at ?? known?.created_at ?? NEVER}</updated>
<author><name>${host}</name></author>
<link rel="self" type="application/atom+xml" href="${self}"/>
<link rel="alternate" type="text/html" href="${baseUrl}${topic === null ? '/topics' : `/topics/${topic}`}"/>${acts.map((act) => entryOf(act, baseUrl))}
</feed>`)
}

function entryOf(act: TopicAct, baseUrl: string): Xml {
  const record = act.publication_hash ?? act.retirement_hash
  // No object is the record of who reads a topic.
  const id = record === null ? `${baseUrl}/topics/${act.topic_id}#${act.at}` : `${baseUrl}/objects/${record}`
  const page = act.content_hash === null ? `/topics/${act.topic_id}` : `/revisions/${act.content_hash}`
  return xml`
<entry>
<id>${id}</id>
<title>${`${actWords(act)}: ${actTitle(act)}`}</title>
<updated>${act.at}</updated>
<link rel="alternate" type="text/html" href="${baseUrl}${page}"/>
<category scheme="${baseUrl}/topics" term="${act.topic_id}"/>
<category scheme="urn:colophon:act" term="${act.change}"/>
<summary>${`${actWords(act)} in ${act.topic_id}${act.path === null ? '' : `, at ${act.path}`}.`}</summary>
</entry>`
}

/** Another word would be answered as if nothing had been asked for. */
function requireKind(kind: unknown): ReturnType<typeof actKindOf> {
  const chosen = actKindOf(kind)
  if (kind === undefined || chosen !== null) return chosen
  const message = `must be one of ${Object.keys(ACT_KINDS).join(', ')}, sent once`
  throw problem('invalid_request', `kind: ${message}`, {
    errors: [{ location: 'query', pointer: 'kind', message }],
  })
}
