import { type AnswerOf, LIST_LIMITS, type Operations } from '@colophon/contract'
import { analyseQuery } from '../../../core/terms.ts'
import { html, type Markup } from '../html.ts'
import type { Page, Visit } from '../page.ts'
import { entryList } from '../parts/entry-list.ts'
import { nextPage } from '../parts/paging.ts'
import { searchFilters } from '../parts/search-filters.ts'

type Found = AnswerOf<Operations['search']>

/** As many topics as one answer has; where there are more, any is asked for by its name. */
const TOPICS_OFFERED = LIST_LIMITS.largestPage

/** Search, with what was asked for in the field. */
export async function showSearch({ door, query }: Visit): Promise<Page> {
  const { q, cursor } = query
  if (q === undefined || q === '') return searchPage('', html`<p class="quiet">Type a few words above.</p>`)
  // A form sends what was not chosen as an empty value.
  const [topic, mode] = [query.topic || undefined, query.mode || undefined]
  const found = await door.call('search', { query: { q, topic, mode, cursor } })
  const topics = await door.call('listTopics', { query: { limit: TOPICS_OFFERED } })
  const filters = Object.fromEntries(
    Object.entries({ q, topic, mode }).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  )
  return searchPage(
    found.query,
    html`
      ${searchFilters(found.query, { topic: String(topic ?? ''), mode: String(mode ?? '') }, topics)}
      ${found.items.length === 0 ? nothing(found, filters) : entryList(found.items, 'h2', analyseQuery(found.query).terms)}
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
