import { html, type Markup } from '../html.ts'
import type { Page, Visit } from '../page.ts'
import { topicDeskLinks } from '../parts/desk-links.ts'
import { entryList } from '../parts/entry-list.ts'
import { nextPage } from '../parts/paging.ts'
import { day } from '../parts/times.ts'
import { counts, type Topic, visibilityMark } from '../parts/topic-list.ts'

export async function showTopic({ door, params, query: { cursor } }: Visit): Promise<Page> {
  const { id = '' } = params
  const topic = await door.call('getTopic', { params: { id } })
  const { items, next_cursor } = await door.call('listIndex', { query: { topic: id, cursor } })
  const path = `/topics/${id}`
  return {
    title: topic.title,
    description: topic.summary,
    canonical: cursor === undefined ? path : null,
    main: html`
      <div class="title">
        <p class="eyebrow"><a href="/topics">Topics</a></p>
        <h1>${topic.title}</h1>
        <p class="lede">${topic.summary}</p>
        <p class="facts">${visibilityMark(topic)} ${counts(topic)}, since ${day(topic.created_at)}</p>
        ${standard(topic)} ${topicDeskLinks(door.visitor(), id)}
      </div>
      ${items.length === 0 ? html`<p class="quiet">Nothing is published here yet.</p>` : entryList(items, 'h2')}
      ${nextPage(path, { cursor: next_cursor, words: 'Earlier publications' })}
    `,
  }
}

function standard({ contribution_standard: found }: Topic): Markup | null {
  if (found === null) return null
  return html`<p class="standard">
    What an article here must hold: <a href=${`/read${found.path}`}>${found.title}</a>
  </p>`
}
