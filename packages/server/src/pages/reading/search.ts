import { type AnswerOf, LIST_LIMITS, type Operations } from '@colophon/contract'
import { analyseQuery } from '../../search/analyse/terms.ts'
import { html, type Markup } from '../html.ts'
import type { Page, Visit } from '../page.ts'
import { entryList, nextPage } from '../parts/entry-list.ts'
import { searchFilters } from '../parts/search-filters.ts'

type SearchAnswer = AnswerOf<Operations['search']>

/** As many topics as one answer has; where there are more, any is asked for by its name. */
const TOPICS_OFFERED = LIST_LIMITS.largestPage

/** Articles that come closest to what nothing answers. */
const CLOSEST = 5

/** Search, with what was asked for in the field. */
export async function showSearch({ api, query }: Visit): Promise<Page> {
  const { q, cursor } = query
  if (q === undefined || q === '') return searchPage('', html`<p class="quiet">Type a few words above.</p>`)
  // A form sends what was not chosen as an empty value.
  const [topic, mode] = [query.topic || undefined, query.mode || undefined]
  const found = await api.call('search', { query: { q, topic, mode, cursor } })
  // What comes closest stands where nothing was found; with a cursor there was something.
  const isEmpty = found.items.length === 0 && cursor === undefined
  const closest = isEmpty
    ? await api.call('search', { query: { q, topic, mode, match: 'most', limit: CLOSEST } })
    : null
  const topics = await api.call('listTopics', { query: { limit: TOPICS_OFFERED } })
  const filters = Object.fromEntries(
    Object.entries({ q, topic, mode }).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  )
  return searchPage(
    found.query,
    html`
      ${searchFilters(found.query, { topic: String(topic ?? ''), mode: String(mode ?? '') }, topics)}
      ${found.items.length === 0 ? nothing(found, filters, closest?.items ?? []) : entryList(found.items, 'h2', analyseQuery(found.query).terms)}
      ${nextPage('/search', { cursor: found.next_cursor, filters, words: 'More results' })}
    `,
  )
}

function searchPage(searched: string, results: Markup): Page {
  return {
    title: searched === '' ? 'Search' : `${searched}, searched`,
    // The way in may be found from outside; what somebody searched for is no page of the site.
    description: searched === '' ? 'Find published articles and observations by their words.' : null,
    canonical: searched === '' ? '/search' : null,
    searched,
    main: html`
      <div class="title"><h1>Search</h1>${searched === '' ? null : html`<p class="lede" dir="auto">${searched}</p>`}</div>
      ${results}
    `,
  }
}

function nothing(
  { query, suggestions }: SearchAnswer,
  filters: Readonly<Record<string, string>>,
  closest: SearchAnswer['items'],
): Markup {
  return html`<p>Nothing that you can read has all of these words.${suggestions.length === 0 ? null : ' These would find something:'}</p>
    ${suggestions.length === 0 ? null : suggestionList(suggestions, filters)}
    ${
      closest.length === 0
        ? null
        : html`<section>
          <h2>The closest articles</h2>
          ${entryList(closest, 'h3', analyseQuery(query).terms)}
        </section>`
    }`
}

function suggestionList(suggestions: readonly string[], filters: Readonly<Record<string, string>>): Markup {
  return html`<ul class="suggestions">
    ${suggestions.map(
      (words) =>
        html`<li><a href=${`/search?${new URLSearchParams({ ...filters, q: words })}`}>${words}</a></li>`,
    )}
  </ul>`
}
