import type { AnswerOf, Operations } from '@colophon/contract'
import { html, type Markup } from '../html.ts'
import type { Page, Visit } from '../page.ts'
import { articleText, sectionList } from '../parts/article-text.ts'
import { citation, sourceOf } from '../parts/citation.ts'
import { deskLinks } from '../parts/desk-links.ts'
import { modeNotice, modeWords } from '../parts/mode-mark.ts'
import { referenceList } from '../parts/references.ts'
import { colophon, freshness, provenance, revisionTitle } from '../parts/revision-facts.ts'
import { signalChart } from '../parts/signal-chart.ts'
import { tombstone } from '../parts/tombstone.ts'
import { typesetterOf } from '../setting/typesetter.ts'

type Entry = AnswerOf<Operations['getEntry']>

/** The entry that has, or once had, a path: its current revision, or what stands in its place. */
export async function showArticle(visit: Visit): Promise<Page> {
  const entry = await visit.door.call('resolvePath', { query: { path: `/${visit.params.path}` } })
  return {
    title: entry.title,
    description: entry.summary,
    canonical: entry.status === 'published' ? `/read${entry.path}` : null,
    kind: 'article',
    ...(entry.status === 'published'
      ? { published: entry.published_at, alternates: [sourceOf(entry.content_hash)] }
      : {}),
    main: await (entry.status === 'published' ? published(visit, entry) : withdrawn(visit, entry)),
  }
}

async function published({ app, door }: Visit, entry: Entry): Promise<Markup> {
  const params = { sha256: entry.content_hash }
  const text = await typesetterOf(app).revision({
    ...entry,
    ...params,
    read: () => door.call('readObject', { params }),
  })
  const signals = await door.call('getSignals', { params })
  const { baseUrl } = app.settings
  return html`<article class="sheet">
    ${revisionTitle(entry, html`${modeNotice(entry.mode)} ${freshness(entry, app.now())} ${desk(door, entry)}`)}
    ${provenance(entry, entry.content_hash, entry.published_at)} ${sectionList(text.headings)}
    <div class="body">${articleText(text)}</div>
    <div class="after">
      ${referenceList(entry.references)} ${signalChart(signals)}
      ${citation(entry.content_hash, { reference: entry.reference, baseUrl })}
      ${colophon(entry, entry.content_hash, { by: modeWords(entry.mode), at: entry.published_at })}
    </div>
  </article>`
}

function withdrawn({ door }: Visit, entry: Entry): Markup {
  const standing = entry.retirement === null ? UNLISTED : tombstone(entry.retirement)
  return html`<article class="sheet">
    ${revisionTitle(entry, html`${standing} ${desk(door, entry)}`)}
    <div class="after">
      <p>
        The bytes stay as they were: <a href=${`/revisions/${entry.content_hash}`}>the revision that was published
        last</a>, and <a href=${`/entries/${entry.entry_id}/history`}>every one before it</a>.
      </p>
    </div>
  </article>`
}

function desk({ visitor }: Visit['door'], entry: Entry): Markup | null {
  return deskLinks(visitor(), { ...entry, sha256: entry.content_hash, isPublished: true })
}

const UNLISTED = html`<div class="banner">
  <p><strong>Not listed.</strong> It was retired, is active again, and has not been published since.</p>
</div>`
