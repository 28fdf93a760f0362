import { type AnswerOf, isEntryPath, LIST_LIMITS, type Operations } from '@colophon/contract'
import { html, type Markup } from '../html.ts'
import type { Page, Visit } from '../page.ts'
import { breadcrumbs } from '../parts/breadcrumbs.ts'
import { nextPage } from '../parts/entry-list.ts'
import { freshnessMark } from '../parts/freshness-mark.ts'
import { searchInside } from '../parts/search-inside.ts'

type Item = AnswerOf<Operations['listContents']>['items'][number]

/** What a topic has from A to Z, as a tree of its paths, or a part of it. */
export async function showContents({ api, params, query: { cursor, under } }: Visit): Promise<Page> {
  const { id = '' } = params
  const part = typeof under === 'string' && isEntryPath(under) ? under : undefined
  const topic = await api.call('getTopic', { params: { id } })
  const { items, next_cursor } = await api.call('listContents', {
    params: { id },
    query: { under: part, cursor, limit: LIST_LIMITS.largestPage },
  })
  const path = `/topics/${id}/contents`
  const { total } = topic.published_counts
  return {
    title: `Contents of ${topic.title}`,
    description: null,
    canonical: cursor === undefined && part === undefined ? path : null,
    main: html`
      <div class="title">
        ${breadcrumbs(topic, { path: part ?? null, last: 'Contents' })}
        <h1>${part === undefined ? 'Contents' : html`<code>${part}</code>`}</h1>
        <p class="facts">
          ${part === undefined ? `${total} ${total === 1 ? 'article' : 'articles'}` : html`<a href=${path}>All contents</a>`}
        </p>
        ${searchInside(id, html`<a href=${`/topics/${id}`}>Newest first</a>`)}
      </div>
      ${items.length === 0 ? html`<p class="quiet">Nothing is published here.</p>` : tree(items, path)}
      ${nextPage(path, {
        cursor: next_cursor,
        filters: part === undefined ? {} : { under: part },
        words: 'More contents',
      })}
    `,
  }
}

/** The paths are in order: the articles of a folder follow each other, below its name. */
function tree(items: readonly Item[], path: string): Markup {
  let folder = ''
  return html`<ul class="contents">
    ${items.map((item) => {
      const parts = item.path.split('/').slice(1)
      const above = parts.slice(0, -1)
      const depth = above.length - 1
      const here = `/${above.join('/')}`
      const opens = here !== folder && depth > 0
      folder = here
      return html`${opens ? folderLine(here, { depth, path }) : null}
        <li class=${`depth-${Math.min(depth, DEEPEST_INDENT)}`}>
          <a href=${`/read${item.path}`} dir="auto">${item.title}</a> <code>${parts.at(-1)}</code> ${freshnessMark(item.freshness)}
        </li>`
    })}
  </ul>`
}

/** Folders below this are set as deep as this. */
const DEEPEST_INDENT = 4

function folderLine(folder: string, { depth, path }: { depth: number; path: string }): Markup {
  const query = new URLSearchParams({ under: folder })
  return html`<li class=${`folder depth-${Math.min(depth - 1, DEEPEST_INDENT)}`}>
    <a href=${`${path}?${query}`}>${folder.split('/').slice(2).join('/')}/</a>
  </li>`
}
