import { html, type Markup } from '../html.ts'
import type { Page, Visit } from '../page.ts'
import { topicDeskLinks } from '../parts/desk-links.ts'
import { entryList } from '../parts/entry-list.ts'
import { nextPage } from '../parts/paging.ts'
import { day } from '../parts/times.ts'
import { type Topic, visibilityMark } from '../parts/topic-list.ts'

export async function showTopic({ door, params, query: { cursor } }: Visit): Promise<Page> {
  const { id = '' } = params
  const topic = await door.call('getTopic', { params: { id } })
  const { items, next_cursor } = await door.call('listIndex', { query: { topic: id, cursor } })
  const path = `/topics/${id}`
  return {
    title: topic.title,
    description: topic.summary,
    canonical: cursor === undefined ? path : null,
    ...(topic.visibility === 'public' ? { alternates: [feedOf(topic)] } : {}),
    main: html`
      <div class="title">
        <p class="eyebrow"><a href="/topics">Topics</a></p>
        <h1>${topic.title}</h1>
        <p class="lede">${topic.summary}</p>
        ${topicDeskLinks(door.visitor(), id)}
      </div>
      <div class="beside">
        <aside aria-label="About this topic">${facts(topic)} ${standard(topic)} ${feedLink(topic)}</aside>
        <div>
          ${items.length === 0 ? html`<p class="quiet">Nothing is published here yet.</p>` : entryList(items, 'h2')}
          ${nextPage(path, { cursor: next_cursor, words: 'Earlier publications' })}
        </div>
      </div>
    `,
  }
}

function facts(topic: Topic): Markup {
  const { total, reviewed } = topic.published_counts
  return html`${visibilityMark(topic)}
    <dl class="tally">
      <div><dd>${total}</dd><dt>published</dt></div>
      <div><dd>${reviewed}</dd><dt>reviewed</dt></div>
    </dl>
    <p class="facts">Since ${day(topic.created_at)}, at <code>${`/${topic.id}/`}</code></p>`
}

function feedOf({ id, title }: Topic) {
  return { type: 'application/atom+xml', href: `/topics/${id}/feed.atom`, title } as const
}

/** Of an invited topic there is none. */
function feedLink(topic: Topic): Markup | null {
  if (topic.visibility !== 'public') return null
  return html`<p class="facts"><a href=${feedOf(topic).href}>Follow this topic</a> (Atom)</p>`
}

function standard({ contribution_standard: found }: Topic): Markup | null {
  if (found === null) return null
  return html`<h2 class="small">The standard</h2>
    <p>What an article here must hold: <a href=${`/read${found.path}`}>${found.title}</a></p>`
}
