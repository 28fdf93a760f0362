import { html } from '../../pages/html.ts'
import { counts, nextPage, type TopicListItem, visibilityMark } from '../../pages/parts/entry-list.ts'
import { type ConsolePage, isCuratorOf } from '../definitions.ts'
import type { Option } from '../fields.ts'

export const VISIBILITIES: readonly Option[] = [
  { value: 'public', label: 'Public' },
  { value: 'invited', label: 'Invited' },
]

export function topicAddress(id: string): string {
  return `/console/topics/${id}`
}

const PATH = '/console/topics'

export const topicsPage: ConsolePage = {
  path: PATH,
  async show({ api, query, me }) {
    const { items, next_cursor } = await api.call('listTopics', { query: { cursor: query.cursor } })
    const curated = items.filter(({ id }) => isCuratorOf(me, id))
    return {
      title: 'Topics',
      main: html`<h1>Topics that you curate</h1>
        ${me?.access.can_administer ? html`<p><a class="button" href="/console/admin/topics/new">Make a topic</a></p>` : null}
        ${curated.length === 0 ? html`<p class="quiet">There is none here.</p>` : topicList(curated)}
        ${nextPage(PATH, { cursor: next_cursor, words: 'More topics' })}`,
    }
  },
}

function topicList(topics: readonly TopicListItem[]) {
  return html`<ul class="topics">
    ${topics.map(
      (topic) => html`<li>
        <h2><a href=${topicAddress(topic.id)}>${topic.title}</a></h2>
        <p>${topic.summary}</p>
        <p class="facts">${visibilityMark(topic)} ${counts(topic)}</p>
      </li>`,
    )}
  </ul>`
}
