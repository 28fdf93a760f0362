import { isPublic, isTopicSlug, LIST_LIMITS } from '@colophon/contract'
import { html, type Markup } from '../../pages/html.ts'
import {
  ACT_KINDS,
  type ActStream,
  actKindOf,
  actTitle,
  actWords,
  readActs,
  type TopicAct,
} from '../../pages/parts/activity.ts'
import { modeMark } from '../../pages/parts/mode-mark.ts'
import type { ConsolePage, ConsoleVisit } from '../definitions.ts'
import { instantView } from '../detail-layout.ts'
import { type Filter, type FilterValues, filterForm, readFilters } from '../filters.ts'
import { positionIn, streamsAt } from './position.ts'

const PATH = '/console/activity'
const ACTS_SHOWN = 25
/** Invited topics whose acts stand among the public ones; those of others are read by their topics. */
const INVITED_TOPICS = 20

const FILTERS: readonly Filter[] = [
  { name: 'topic', label: 'Topic' },
  {
    name: 'kind',
    label: 'Kind',
    options: Object.entries(ACT_KINDS).map(([value, label]) => ({ value, label })),
  },
]

/** What was done on the site or in a topic, newest first: its address says what is shown, and can be kept. */
export const activityPage: ConsolePage = {
  path: PATH,
  async show(visit) {
    const filters = readFilters(FILTERS, visit.query)
    const streams = await streamsOf(visit, filters.topic)
    const { acts, earlier } = await readActs(visit.api, streamsAt(streams, visit.query.from), {
      kind: actKindOf(filters.kind),
      limit: ACTS_SHOWN,
    })
    return {
      title: 'Activity',
      main: html`<h1>Activity</h1>
        <p class="quiet">${aboutStreams(streams, filters.topic)}</p>
        ${filterForm(PATH, FILTERS, filters)}
        ${acts.length === 0 ? html`<p class="quiet">Nothing was done that fits.</p>` : actList(acts)}
        ${earlier === null ? null : earlierLink(filters, earlier)}`,
    }
  },
}

/** The stream of the topic that is asked for, or the public one beside those of invited topics of the visitor's. */
async function streamsOf({ api }: ConsoleVisit, topic: string | undefined): Promise<readonly ActStream[]> {
  if (topic !== undefined) return isTopicSlug(topic) ? [{ topic, upTo: null }] : []
  const { items } = await api.call('listTopics', { query: { limit: LIST_LIMITS.largestPage } })
  const invited = items.filter(({ visibility }) => !isPublic(visibility)).slice(0, INVITED_TOPICS)
  return [{ topic: null, upTo: null }, ...invited.map(({ id }) => ({ topic: id, upTo: null }))]
}

function aboutStreams(streams: readonly ActStream[], topic: string | undefined): Markup | string {
  if (topic !== undefined) return html`What was done in this topic. <a href=${PATH}>All that you can read</a>`
  const invited = streams.length - 1
  const all = invited === 0 ? 'public topics' : `public topics, and in ${invited} that are invited`
  return html`What was done in ${all}. Public acts are also <a href="/activity.atom">a feed</a> (Atom).`
}

function actList(acts: readonly TopicAct[]): Markup {
  return html`<ol class="records">
    ${acts.map(
      (act) => html`<li>
        <p>
          <span class="mark">${actWords(act)}</span>
          <a href=${addressOf(act)} dir="auto">${actTitle(act)}</a>
        </p>
        <p class="facts">
          ${act.mode === null ? null : modeMark(act.mode)}
          <a href=${`${PATH}?${new URLSearchParams({ topic: act.topic_id })}`}>${act.topic_id}</a>, ${instantView(act.at)}
        </p>
      </li>`,
    )}
  </ol>`
}

function addressOf({ content_hash, topic_id }: TopicAct): string {
  return content_hash === null ? `/topics/${topic_id}` : `/revisions/${content_hash}`
}

function earlierLink(filters: FilterValues, earlier: readonly ActStream[]): Markup {
  const query = new URLSearchParams({ ...filters, from: positionIn(earlier) })
  return html`<p class="paging"><a rel="next" href=${`${PATH}?${query}`}>Earlier</a></p>`
}
