import { type AnswerOf, hasSkills, isListed, type Operations } from '@colophon/contract'
import type { RenderResult } from '../../render/text-renderer.ts'
import { html, type Markup } from '../html.ts'
import type { Page, Visit } from '../page.ts'
import { articleText } from '../parts/article-text.ts'
import { citation, sourceOf } from '../parts/citation.ts'
import { type CitedRevision, jsonLdOf } from '../parts/citation-data.ts'
import { deskLinks } from '../parts/desk-links.ts'
import { modeNotice, modeWords } from '../parts/mode-mark.ts'
import { referenceList, tombstone } from '../parts/references.ts'
import { colophon, freshness, type NamedTopic, provenance, revisionTitle } from '../parts/revision-facts.ts'
import { sectionList } from '../parts/section-list.ts'
import { signalChart } from '../parts/signal-chart.ts'
import { skillUse } from '../parts/skill-use.ts'

type Entry = AnswerOf<Operations['getEntry']>
type Topic = AnswerOf<Operations['getTopic']>

/** The entry that has, or once had, a path: its current revision, or what stands in its place. */
export async function showArticle(visit: Visit): Promise<Page> {
  const entry = await visit.api.call('resolvePath', { query: { path: `/${visit.params.path}` } })
  const topic = await visit.api.call('getTopic', { params: { id: entry.topic_id } })
  const said = { title: entry.title, description: entry.summary, kind: 'article' } as const
  if (!isListed(entry.status)) return { ...said, canonical: null, main: withdrawn(visit, entry, topic) }
  const cited = citedHead(visit, entry)
  const text = await textOf(visit, entry)
  return {
    ...said,
    canonical: `/read${entry.path}`,
    published: entry.published_at,
    alternates: [sourceOf(entry.content_hash)],
    cites: entry.content_hash,
    isUnfinished: text.failure !== null,
    data: jsonLdOf(cited),
    main: await published(visit, entry, { cited, topic, text }),
  }
}

function textOf({ app, api }: Visit, entry: Entry): Promise<RenderResult> {
  const { content_hash: sha256 } = entry
  const read = () => api.call('readObject', { params: { sha256 } })
  return app.textRenderer.revision({ ...entry, sha256, read })
}

function citedHead({ app: { settings } }: Visit, entry: Entry): CitedRevision {
  return {
    ...entry,
    sha256: entry.content_hash,
    baseUrl: settings.baseUrl,
    license: settings.contentLicense,
  }
}

async function published(
  { app, api }: Visit,
  entry: Entry,
  { cited, topic, text }: { cited: CitedRevision; topic: Topic; text: RenderResult },
): Promise<Markup> {
  const params = { sha256: entry.content_hash }
  const signals = app.settings.mirror === null ? await api.call('getSignals', { params }) : null
  const notices = html`${modeNotice(entry.mode)} ${freshness(entry, app.ambient.now(), entry.freshness)}
  ${desk(api, entry)}`
  return html`<article class="article-page">
    ${revisionTitle(entry, { topic, opening: text.opening, notices })}
    ${provenance(entry, entry.content_hash, entry.published_at)} ${sectionList(text)}
    <div class="body">${await skillOf(api, { topic, path: entry.path }, app.settings.baseUrl)} ${articleText(text)}</div>
    <div class="after">
      ${referenceList(entry.references)} ${signals && signalChart(signals)}
      ${citation(cited, entry.reference)}
      ${colophon(entry, entry.content_hash, { topic, published: { by: modeWords(entry.mode), at: entry.published_at } })}
      ${await neighbours(api, entry)}
    </div>
  </article>`
}

/** What stands above the text of a skill; null for every other article. */
async function skillOf(
  api: Visit['api'],
  { topic, path }: { topic: Topic; path: string },
  baseUrl: string,
): Promise<Markup | null> {
  if (!hasSkills(topic.profile)) return null
  return skillUse(await api.call('getSkill', { query: { path } }), baseUrl)
}

/** The articles beside it in the contents of its topic. */
async function neighbours(api: Visit['api'], { topic_id: id, path }: Entry): Promise<Markup | null> {
  const [previous, next] = await Promise.all(
    [{ before: path }, { after: path }].map(async (query) => {
      const { items } = await api.call('listContents', { params: { id }, query: { ...query, limit: 1 } })
      return items[0]
    }),
  )
  if (previous === undefined && next === undefined) return null
  return html`<nav class="neighbours" aria-label="In this topic">
    ${previous ? html`<a rel="prev" href=${`/read${previous.path}`}>${previous.title}</a>` : html`<span></span>`}
    <a href=${`/topics/${id}/contents`}>Contents</a>
    ${next ? html`<a rel="next" href=${`/read${next.path}`}>${next.title}</a>` : html`<span></span>`}
  </nav>`
}

function withdrawn({ api }: Visit, entry: Entry, topic: NamedTopic): Markup {
  const standing = entry.retirement === null ? UNLISTED : tombstone(entry.retirement)
  return html`<article class="article-page">
    ${revisionTitle(entry, { topic, opening: null, notices: html`${standing} ${desk(api, entry)}` })}
    <div class="after">
      <p>
        The bytes stay as they were: <a href=${`/revisions/${entry.content_hash}`}>the revision that was published
        last</a>, and <a href=${`/entries/${entry.entry_id}/history`}>every one before it</a>.
      </p>
    </div>
  </article>`
}

function desk({ visitor }: Visit['api'], entry: Entry): Markup | null {
  return deskLinks(visitor(), { ...entry, sha256: entry.content_hash, isPublished: true })
}

const UNLISTED = html`<div class="banner">
  <p><strong>Not listed.</strong> It was retired, is active again, and has not been published since.</p>
</div>`
