import { type AnswerOf, isRetired, type Operations } from '@colophon/contract'
import { html, type Markup } from '../html.ts'
import type { Page, Visit } from '../page.ts'
import { articleText } from '../parts/article-text.ts'
import { breadcrumbs } from '../parts/breadcrumbs.ts'
import { citation, sourceOf } from '../parts/citation.ts'
import { jsonLdOf } from '../parts/citation-data.ts'
import { deskLinks } from '../parts/desk-links.ts'
import { day, modeNotice, modeWords } from '../parts/mode-mark.ts'
import { referenceList } from '../parts/references.ts'
import { colophon, freshness, provenance, revisionTitle } from '../parts/revision-facts.ts'
import { sectionList } from '../parts/section-list.ts'
import { shortHash } from '../parts/short-hash.ts'

type ObjectAnswer = AnswerOf<Operations['getObject']>
type Revision = Extract<ObjectAnswer, { is_head: boolean }>

/** Exactly the object with this hash, whatever came after it. */
export async function showRevision(visit: Visit): Promise<Page> {
  const { sha256 = '' } = visit.params
  const object = await visit.api.call('getObject', { params: { sha256 } })
  return 'is_head' in object ? revisionPage(visit, object) : recordPage(visit, object)
}

async function revisionPage({ app, api }: Visit, revision: Revision): Promise<Page> {
  const { sha256 } = revision
  const text = await app.textRenderer.revision({
    ...revision,
    read: () => api.call('readObject', { params: { sha256 } }),
  })
  const published = revision.publications.at(-1)
  const cited = {
    ...revision,
    published_at: published?.published_at ?? null,
    baseUrl: app.settings.baseUrl,
    license: published === undefined ? null : app.settings.contentLicense,
  }
  const standing = await banner({ api }, revision)
  const { items } = await api.call('getStatus', { query: { sha256: [sha256] } })
  const known = items[0]?.freshness ?? null
  const notices = html`${standing}
  ${published === undefined ? null : modeNotice(published.mode)} ${freshness(revision, app.ambient.now(), known)}
  ${deskLinks(api.visitor(), { ...revision, isPublished: published !== undefined })}`
  const topic = await api.call('getTopic', { params: { id: revision.topic_id } })
  const by = published && { by: modeWords(published.mode), at: published.published_at }
  return {
    title: revision.title,
    description: revision.summary,
    canonical: `/revisions/${sha256}`,
    kind: 'article',
    alternates: [sourceOf(sha256)],
    cites: sha256,
    isUnfinished: text.failure !== null,
    data: jsonLdOf(cited),
    ...(published === undefined ? {} : { published: published.published_at }),
    main: html`<article class="article-page">
      ${revisionTitle(revision, { topic, opening: text.opening, notices })}
      ${provenance(revision, sha256, published?.published_at ?? null)} ${sectionList(text)}
      <div class="body">${articleText(text)}</div>
      <div class="after">
        ${referenceList(revision.references)} ${citation(cited, revision.reference)}
        ${colophon(revision, sha256, { topic, published: by ?? null })}
      </div>
    </article>`,
  }
}

/** Where the revision stands: said before anything of it is read. */
async function banner({ api }: Pick<Visit, 'api'>, revision: Revision): Promise<Markup | null> {
  if (revision.publications.length === 0)
    return html`<div class="banner"><p><strong>A candidate.</strong> It is not published.</p></div>`
  const entry = await api.call('getEntry', { params: { uuid: revision.entry_id } })
  if (isRetired(revision.retirement_state)) {
    const last = await lastRetirement(api, revision.sha256)
    return html`<div class="banner retired">
      <p><strong>Retired</strong>${last === null ? '.' : html` on ${day(last.decided_at)}.`}</p>
      ${last === null ? null : html`<p dir="auto">${last.reason}</p>`}
      <p><a href=${`/read${entry.path}`}>What stands there now</a></p>
    </div>`
  }
  if (revision.is_head) return null
  return html`<div class="banner superseded">
    <p>
      <strong>Superseded.</strong> A later revision of this entry was published on ${day(entry.published_at)}:
      ${' '}<a href=${`/read${entry.path}`}>${entry.title}</a>
    </p>
  </div>`
}

/** The record that decides, which the list names whatever its length; an act in between may have ended it. */
async function lastRetirement(
  api: Visit['api'],
  sha256: string,
): Promise<{ reason: string; decided_at: string } | null> {
  const { retirement_hash } = await api.call('listRetirements', { params: { sha256 }, query: { limit: 1 } })
  if (retirement_hash === null) return null
  const bytes = await api.call('readObject', { params: { sha256: retirement_hash } })
  // The bytes of a retirement are made by the server alone.
  return JSON.parse(Buffer.from(bytes).toString()) as { reason: string; decided_at: string }
}

/** Every other kind is a record in canonical JSON. */
async function recordPage({ api }: Visit, object: Exclude<ObjectAnswer, Revision>): Promise<Page> {
  const { sha256, kind, topic_id, created_at } = object
  const bytes = await api.call('readObject', { params: { sha256 } })
  const topic = topic_id === null ? null : await api.call('getTopic', { params: { id: topic_id } })
  const record: unknown = JSON.parse(Buffer.from(bytes).toString())
  return {
    title: `A ${kind}`,
    description: null,
    canonical: `/revisions/${sha256}`,
    main: html`<div class="title">
        ${topic === null ? html`<p class="eyebrow">Record</p>` : breadcrumbs(topic, { path: null, last: 'Record' })}
        <h1>A ${kind}</h1>
        <p class="facts">Of ${day(created_at)}</p>
      </div>
      <div class="record"><pre tabindex="0"><code>${JSON.stringify(record, null, 2)}</code></pre></div>
      <p class="hash">${shortHash(sha256)}</p>
      <p class="links"><a href=${`/lineage/${sha256}`}>Lineage</a> <a href=${`/objects/${sha256}`}>Bytes</a></p>`,
  }
}
