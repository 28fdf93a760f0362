import type { AnswerOf, Operations } from '@colophon/contract'
import { html, type Markup } from '../html.ts'
import type { Page, Visit } from '../page.ts'
import { entryList } from '../parts/entry-list.ts'
import { nextPage } from '../parts/paging.ts'

type Found = AnswerOf<Operations['search']>

/** Search, with what was asked for in the field. */
export async function showSearch({ door, query }: Visit): Promise<Page> {
  const { q, topic, mode, cursor } = query
  if (q === undefined || q === '') return searchPage('', html`<p class="quiet">Type a few words above.</p>`)
  const found = await door.call('search', { query: { q, topic, mode, cursor } })
  const filters = Object.fromEntries(
    Object.entries({ q, topic, mode }).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  )
  return searchPage(
    found.query,
    html`
      ${found.items.length === 0 ? nothing(found, filters) : entryList(found.items, 'h2')}
      ${nextPage('/search', { cursor: found.next_cursor, filters, words: 'More results' })}
    `,
  )
}

function searchPage(searched: string, results: Markup): Page {
  return {
    title: searched === '' ? 'Search' : `${searched}, searched`,
    description: null,
    canonical: null,
    searched,
    main: html`
      <div class="title"><h1>Search</h1>${searched === '' ? null : html`<p class="lede" dir="auto">${searched}</p>`}</div>
      ${results}
    `,
  }
}

function nothing({ suggestions }: Found, filters: Readonly<Record<string, string>>): Markup {
  if (suggestions.length === 0) return html`<p>Nothing that you can read has all of these words.</p>`
  return html`<p>Nothing that you can read has all of these words. These would find something:</p>
    <ul class="suggestions">
      ${suggestions.map(
        (words) =>
          html`<li><a href=${`/search?${new URLSearchParams({ ...filters, q: words })}`}>${words}</a></li>`,
      )}
    </ul>`
}
