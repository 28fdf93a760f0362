import { setImmediate as nextTurn } from 'node:timers/promises'
import { type AnswerOf, isHash, isRetired, type Operations } from '@colophon/contract'
import { html, type Markup } from '../html.ts'
import type { Page, Visit } from '../page.ts'
import { breadcrumbs } from '../parts/breadcrumbs.ts'
import { diffView } from '../parts/diff-view.ts'
import { nextPage } from '../parts/entry-list.ts'
import { day, modeMark } from '../parts/mode-mark.ts'
import { shortHash } from '../parts/short-hash.ts'

type Revision = AnswerOf<Operations['listRevisions']>['items'][number]

/** Every published revision of an entry, newest first, and what one of them changed. */
export async function showHistory({ api, params, query }: Visit): Promise<Page> {
  const { uuid = '' } = params
  const path = `/entries/${uuid}/history`
  const entry = await api.call('getEntry', { params: { uuid } })
  const topic = await api.call('getTopic', { params: { id: entry.topic_id } })
  const { items, next_cursor } = await api.call('listRevisions', {
    params: { uuid },
    query: { cursor: query.cursor },
  })
  const shown = items.find(({ content_hash }) => content_hash === query.changes)
  const diff =
    shown === undefined || shown.parent_hash === null
      ? null
      : await api.call('diffRevisions', { params: { a: shown.parent_hash, b: shown.content_hash } })
  const changes = diff === null ? null : await diffView(diff)
  // A long comparison takes milliseconds, and the page around it more.
  if (changes !== null) await nextTurn()
  const line = (revision: Revision) =>
    revisionLine(revision, { path, cursor: query.cursor, changes: revision === shown ? changes : null })
  return {
    title: `History of ${entry.title}`,
    description: null,
    canonical: null,
    main: html`
      <div class="title">
        ${breadcrumbs(topic, { path: entry.path, last: 'History' })}
        <h1 dir="auto"><a href=${`/read${entry.path}`}>${entry.title}</a></h1>
        ${formerPaths(entry.aliases)}
      </div>
      ${await comparisonView({ api, query }, { path, items })}
      <ol class="revisions" reversed>${items.map(line)}</ol>
      ${nextPage(path, { cursor: next_cursor, words: 'Earlier revisions' })}
    `,
  }
}

/** Any two revisions of the page's list beside each other, chosen by a form. */
async function comparisonView(
  { api, query: { from, to } }: Pick<Visit, 'api' | 'query'>,
  { path, items }: { path: string; items: readonly Revision[] },
): Promise<Markup | null> {
  if (items.length < 2) return null
  const params = { a: String(from), b: String(to) }
  const isChosen = isHash(params.a) && isHash(params.b)
  const diff = isChosen ? await api.call('diffRevisions', { params }) : null
  const choice = (name: string, label: string, chosen: unknown) => html`<label>
    ${label}
    <select name=${name}>
      ${items.map(
        ({ content_hash, title, published_at }) => html`<option
          value=${content_hash}
          selected=${content_hash === chosen}
        >
          ${day(published_at)}, ${content_hash.slice(0, 12)}, ${title}
        </option>`,
      )}
    </select>
  </label>`
  return html`<details class="compare" open=${diff !== null}>
    <summary>Compare any two</summary>
    <form action=${path} class="narrow">
      ${choice('from', 'From', from ?? items.at(-1)?.content_hash)} ${choice('to', 'To', to ?? items[0]?.content_hash)}
      <button>Compare</button>
    </form>
    ${diff === null ? null : await diffView(diff)}
  </details>`
}

function formerPaths(aliases: readonly string[]): Markup | null {
  if (aliases.length === 0) return null
  return html`<p class="facts">Also found at ${aliases.map((alias) => html`<code>${alias}</code> `)}</p>`
}

function revisionLine(
  revision: Revision,
  place: { path: string; cursor: unknown; changes: Markup | null },
): Markup {
  const { content_hash, parent_hash, title, mode, published_at, retirement_state } = revision
  const query = new URLSearchParams({
    ...(typeof place.cursor === 'string' ? { cursor: place.cursor } : {}),
    changes: content_hash,
  })
  return html`<li id=${`r-${content_hash}`}>
    <h2><a href=${`/revisions/${content_hash}`} dir="auto">${title}</a></h2>
    <p class="facts">
      ${modeMark(mode)} ${isRetired(retirement_state) ? html`<span class="mark retired">Retired</span> ` : null}
      ${day(published_at)} ${shortHash(content_hash)}
    </p>
    ${
      parent_hash === null
        ? html`<p class="quiet">The first revision.</p>`
        : (place.changes ??
          html`<p><a href=${`${place.path}?${query}#r-${content_hash}`}>What changed</a></p>`)
    }
  </li>`
}
