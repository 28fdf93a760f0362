import { html } from '../../html.ts'
import { nextPage } from '../../parts/paging.ts'
import { counts, type Topic, visibilityMark } from '../../parts/topic-list.ts'
import type { ConsolePage } from '../definitions.ts'
import { mayCurate } from '../may-curate.ts'
import { topicAddress } from './topic-words.ts'

const PATH = '/console/topics'

export const topicsPage: ConsolePage = {
  path: PATH,
  async show({ door, query, me }) {
    const { items, next_cursor } = await door.call('listTopics', { query: { cursor: query.cursor } })
    const curated = items.filter(({ id }) => mayCurate(me, id))
    return {
      title: 'Topics',
      main: html`<h1>Topics that you curate</h1>
        ${me?.access.can_administer ? html`<p><a class="button" href="/console/admin/topics/new">Make a topic</a></p>` : null}
        ${curated.length === 0 ? html`<p class="quiet">There is none here.</p>` : topicList(curated)}
        ${nextPage(PATH, { cursor: next_cursor, words: 'More topics' })}`,
    }
  },
}

function topicList(topics: readonly Topic[]) {
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
