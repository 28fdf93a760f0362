import { LIST_LIMITS } from '@colophon/contract'
import { html, type Markup } from '../../pages/html.ts'
import { nextPage } from '../../pages/parts/entry-list.ts'
import { bars } from '../bars.ts'
import type { ConsolePage, ConsoleVisit } from '../definitions.ts'
import { instantView } from '../detail-layout.ts'
import { type Filter, type FilterValues, filterForm, readFilters } from '../filters.ts'
import { signalDaysChart } from './signal-chart.ts'
import { countByDay, countByRevision, type SignalItem } from './signal-counts.ts'

const PATH = '/console/signals'
const DAY_SECONDS = 86_400
/** What one page of signals takes in: pages of the feed, and what is shown of it. */
const FEED_PAGES = 10
const REVISIONS_SHOWN = 10
const EVENTS_SHOWN = 50

const SPANS = { '1': 'The last day', '7': 'The last 7 days', '30': 'The last 30 days' } as const

const USUAL_SPAN = '7'

const FILTERS: readonly Filter[] = [
  { name: 'topic', label: 'Topic' },
  {
    name: 'days',
    label: 'Time',
    options: Object.entries(SPANS).map(([value, label]) => ({ value, label })),
    otherwise: USUAL_SPAN,
  },
]

/** What readers report of what they used, for the curators of its topic. */
export const signalsPage: ConsolePage = {
  path: PATH,
  async show(visit) {
    const filters = readFilters(FILTERS, visit.query)
    const since = sinceOf(visit, filters)
    const { events, next } = await readFeed(visit, filters.topic, since)
    return {
      title: 'Signals',
      main: html`<h1>Signals</h1>
        <p class="quiet">Readers report use of an exact revision. A report is not a validation.</p>
        ${filterForm(PATH, FILTERS, filters)}
        ${events.length === 0 ? html`<p class="quiet">No reports in this period.</p>` : feedView(events, visit, since)}
        ${nextPage(PATH, { cursor: next, filters: { ...filters, since: String(since) }, words: 'Later signals' })}`,
    }
  },
}

/** All pages of one look have the same beginning. */
function sinceOf({ app, query }: ConsoleVisit, filters: FilterValues): number {
  if (typeof query.since === 'string' && /^\d{1,12}$/.test(query.since)) return Number(query.since)
  const days = Number(filters.days !== undefined && filters.days in SPANS ? filters.days : USUAL_SPAN)
  return Math.floor(Date.parse(app.ambient.now()) / 1000) - days * DAY_SECONDS
}

/** The signals since a time, in Unix seconds, as far as one page takes them in, and where the rest begins. */
export async function readFeed({ api, query }: ConsoleVisit, topic: string | undefined, since: number) {
  const events: SignalItem[] = []
  let cursor: unknown = query.cursor
  let next: string | null = null
  for (let page = 0; page < FEED_PAGES; page += 1) {
    const read = await api.call('listSignals', {
      query: { topic, since, cursor, limit: LIST_LIMITS.largestPage },
    })
    events.push(...read.items)
    next = read.next_cursor
    if (next === null) break
    cursor = next
  }
  return { events, next }
}

function feedView(events: readonly SignalItem[], { app }: ConsoleVisit, since: number): Markup {
  const span = { from: new Date(since * 1000).toISOString(), until: app.ambient.now() }
  return html`${signalDaysChart(countByDay(events, span))}
    <section aria-labelledby="revisions">
      <h2 id="revisions">Most reported revisions</h2>
      ${bars(
        'Revision',
        countByRevision(events, REVISIONS_SHOWN).map(({ target_hash, title, up, down }) => ({
          label: html`<a href=${`/console/revisions/${target_hash}`}>${title}</a>`,
          value: up + down,
          words: `${up} helped, ${down} did not`,
        })),
      )}
    </section>
    <section aria-labelledby="events">
      <h2 id="events">Newest signals</h2>
      <ol class="records">
        ${events.slice(-EVENTS_SHOWN).reverse().map(eventView)}
      </ol>
    </section>`
}

const WORDS = { up: 'helped', down: 'did not help' } as const

function eventView(event: SignalItem): Markup {
  const { value, previous_value, title, target_hash, comment, participant_id, occurred_at } = event
  const before = previous_value === null ? '' : `, before: ${WORDS[previous_value]}`
  return html`<li>
    <p>
      <span class=${`mark ${value ?? 'withdrawn'}`}>${value === null ? 'Withdrawn' : WORDS[value]}</span>
      <a href=${`/console/revisions/${target_hash}`}>${title}</a>
    </p>
    ${comment === null ? null : html`<p class="said">${comment}</p>`}
    <p class="facts">${event.event}${before}, reader <code>${participant_id.slice(0, 8)}</code>, ${instantView(occurred_at)}</p>
  </li>`
}
