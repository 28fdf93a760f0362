import { type AnswerOf, isPublishedCandidate, LIST_LIMITS, type Operations } from '@colophon/contract'
import { html, type Markup } from '../../pages/html.ts'
import { type Bar, bars } from '../bars.ts'
import { CANDIDATE_STATES } from '../candidates/candidate-words.ts'
import type { ConsolePage, ConsoleVisit, MeAnswer } from '../definitions.ts'
import { instantView } from '../detail-layout.ts'
import { signalDaysChart } from '../signals/signal-chart.ts'
import { countByDay } from '../signals/signal-counts.ts'
import { readFeed } from '../signals/signals-page.ts'
import { topicAddress } from './topics-page.ts'

type Health = AnswerOf<Operations['getTopicHealth']>
type Finding = keyof Pick<Health, 'due' | 'challenged' | 'retired'>

const DAYS = 30
const DAY_SECONDS = 86_400

/** How a topic holds up: what is due, challenged and retired, what readers report, and the work that waits. */
export const healthPage: ConsolePage = {
  path: '/console/topics/:id/health',
  async show(visit) {
    const { id = '' } = visit.params
    const topic = await visit.api.call('getTopic', { params: { id } })
    const health = await visit.api.call('getTopicHealth', { params: { id } })
    return {
      title: `Health of ${topic.title}`,
      main: html`<header class="title">
          <p class="eyebrow"><a href="/console/topics">Topics</a> · <a href=${topicAddress(id)}>${topic.title}</a></p>
          <h1>Health of ${topic.title}</h1>
          <p class="facts">
            ${topic.published_counts.total} published. As of ${instantView(health.as_of)}. Nothing is withdrawn by what
            stands here. <a href=${`/console/activity?topic=${id}`}>What was done</a>
          </p>
        </header>
        ${FINDINGS.map((finding) => findingView(finding, health, visit.me))} ${await signalsView(visit, id)}
        ${await workView(visit, id)}`,
    }
  },
}

const WORDS: Readonly<Record<Finding, { heading: string; meaning: string; none: string; since: string }>> = {
  challenged: {
    heading: 'Challenged',
    meaning: 'A row of the evidence was challenged, or an accepted suggestion about it is open.',
    none: 'Nothing is in doubt.',
    since: 'since',
  },
  due: {
    heading: 'Due for a recheck',
    meaning: 'Its date has passed, or a row of its evidence has expired.',
    none: 'Nothing is due.',
    since: 'since',
  },
  retired: {
    heading: 'Retired',
    meaning: 'A tombstone stands in the place of the article.',
    none: 'Nothing is retired.',
    since: 'on',
  },
}

const FINDINGS = Object.keys(WORDS) as Finding[]

function findingView(finding: Finding, health: Health, me: MeAnswer | null): Markup {
  const { heading, meaning, none, since: when } = WORDS[finding]
  const { count, items } = health[finding]
  return html`<section aria-labelledby=${finding}>
    <h2 id=${finding}>${heading}: ${count}</h2>
    <p class="quiet">${count === 0 ? none : meaning}</p>
    <ul class="entries">
      ${items.map(
        ({ content_hash, entry_id, path, title, since }) => html`<li>
          <h3 dir="auto"><a href=${`/console/revisions/${content_hash}`}>${title}</a></h3>
          <p class="facts">
            ${when} ${instantView(since)} <code>${path}</code> ${me?.access.can_propose ? html`<a href=${`/console/write/${entry_id}`}>Revise it</a>` : null}
          </p>
        </li>`,
      )}
    </ul>
    ${count > items.length ? html`<p class="quiet">And ${count - items.length} more.</p>` : null}
  </section>`
}

async function signalsView(visit: ConsoleVisit, topic: string): Promise<Markup> {
  const until = visit.app.ambient.now()
  const since = Math.floor(Date.parse(until) / 1000) - DAYS * DAY_SECONDS
  const { events, next } = await readFeed(visit, topic, since)
  const list = `/console/signals?topic=${topic}&days=${DAYS}`
  const span = { from: new Date(since * 1000).toISOString(), until }
  return html`<section aria-labelledby="signals">
    <h2 id="signals">Signals of the last ${DAYS} days</h2>
    ${
      events.length === 0
        ? html`<p class="quiet">No reader reported use.</p>`
        : html`${signalDaysChart(countByDay(events, span))}
            <p class="facts"><a href=${list}>${next === null ? 'All of them' : `The first ${events.length} of them; the rest`}</a></p>`
    }
  </section>`
}

/** Each kind of open work with how much there is of it, as far as one page of its list tells. */
async function workView({ api }: ConsoleVisit, topic: string): Promise<Markup> {
  const limit = LIST_LIMITS.largestPage
  const states = CANDIDATE_STATES.filter(({ value }) => !isPublishedCandidate(value))
  const work: readonly (readonly [string, string, Promise<List>])[] = [
    [
      'Tasks nobody holds',
      `tasks?topic=${topic}&state=open`,
      api.call('listTasks', { query: { topic, state: 'open', limit } }),
    ],
    [
      'Tasks in somebody’s hands',
      `tasks?topic=${topic}&state=leased`,
      api.call('listTasks', { query: { topic, state: 'leased', limit } }),
    ],
    [
      'Proposals to decide on',
      `submissions?topic=${topic}&state=submitted`,
      api.call('listSubmissions', { query: { topic, state: 'submitted', limit } }),
    ],
    ...states.map(
      ({ value, label }) =>
        [
          `Candidates: ${label}`,
          `candidates?topic=${topic}&state=${value}`,
          api.call('listCandidates', { query: { topic, state: value, limit } }),
        ] as const,
    ),
    [
      'Open suggestions',
      `suggestions?topic=${topic}&resolution_state=open`,
      api.call('listSuggestions', { query: { topic, resolution_state: 'open', limit } }),
    ],
  ]
  const rows = await Promise.all(
    work.map(async ([label, list, asked]) => workBar({ label, list }, await asked)),
  )
  return html`<section aria-labelledby="work">
    <h2 id="work">Open work</h2>
    ${bars('Work', rows)}
  </section>`
}

interface List {
  readonly items: readonly unknown[]
  readonly next_cursor: string | null
}

function workBar({ label, list }: { label: string; list: string }, { items, next_cursor }: List): Bar {
  const value = items.length
  return {
    label: html`<a href=${`/console/${list}`}>${label}</a>`,
    value,
    words: next_cursor === null ? String(value) : `${value} or more`,
  }
}
