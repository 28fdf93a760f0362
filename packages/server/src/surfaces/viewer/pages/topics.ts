import { html } from '../html.ts'
import type { Page, Visit } from '../page.ts'
import { nextPage } from '../parts/paging.ts'
import { topicList } from '../parts/topic-list.ts'

export async function showTopics({ door, query: { cursor } }: Visit): Promise<Page> {
  const { items, next_cursor } = await door.call('listTopics', { query: { cursor } })
  return {
    title: 'Topics',
    description: 'Every topic of the press that you can read.',
    canonical: cursor === undefined ? '/topics' : null,
    main: html`
      <div class="title"><h1>Topics</h1></div>
      ${items.length === 0 ? html`<p class="quiet">No topic is open to you yet.</p>` : topicList(items, 'h2')}
      ${nextPage('/topics', { cursor: next_cursor, words: 'More topics' })}
    `,
  }
}
