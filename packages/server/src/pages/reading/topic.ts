import { hasSkills, isPublic } from '@colophon/contract'
import { html, type Markup } from '../html.ts'
import type { Page, Visit } from '../page.ts'
import { topicDeskLinks } from '../parts/desk-links.ts'
import { entryList, nextPage, type TopicListItem, topicList, visibilityMark } from '../parts/entry-list.ts'
import { day } from '../parts/mode-mark.ts'
import { searchInside } from '../parts/search-inside.ts'

export async function showTopic({ api, params, query: { cursor } }: Visit): Promise<Page> {
  const { id = '' } = params
  const topic = await api.call('getTopic', { params: { id } })
  const { items, next_cursor } = await api.call('listIndex', { query: { topic: id, cursor } })
  const path = `/topics/${id}`
  return {
    title: topic.title,
    description: topic.summary,
    canonical: cursor === undefined ? path : null,
    ...(isPublic(topic.visibility) ? { alternates: [feedOf(topic)] } : {}),
    main: html`
      <div class="title">
        <p class="eyebrow"><a href="/topics">Topics</a></p>
        <h1>${topic.title}</h1>
        <p class="lede">${topic.summary}</p>
        ${topicDeskLinks(api.visitor(), id)} ${searchInside(id, html`<a href=${`/topics/${id}/contents`}>Contents, A to Z</a>`)}
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

function facts(topic: TopicListItem): Markup {
  const { total, reviewed } = topic.published_counts
  return html`${visibilityMark(topic)} ${skillsNote(topic)}
    <dl class="tally">
      <div><dd>${total}</dd><dt>published</dt></div>
      <div><dd>${reviewed}</dd><dt>reviewed</dt></div>
    </dl>
    <p class="facts">Since ${day(topic.created_at)}, at <code>${`/${topic.id}/`}</code></p>`
}

/** Said of a topic of skills, whose articles agents install. */
function skillsNote({ id, profile }: TopicListItem): Markup | null {
  if (!hasSkills(profile)) return null
  return html`<p class="facts">Agent skills: <code>${`colophon skill list --topic ${id}`}</code></p>`
}

function feedOf({ id, title }: TopicListItem) {
  return { type: 'application/atom+xml', href: `/topics/${id}/feed.atom`, title } as const
}

/** Of an invited topic there is none. */
function feedLink(topic: TopicListItem): Markup | null {
  if (!isPublic(topic.visibility)) return null
  return html`<p class="facts"><a href=${feedOf(topic).href}>Follow this topic</a> (Atom)</p>`
}

function standard({ contribution_standard: found }: TopicListItem): Markup | null {
  if (found === null) return null
  return html`<h2 class="small">The standard</h2>
    <p>What an article here must hold: <a href=${`/read${found.path}`}>${found.title}</a></p>`
}

export async function showTopics({ api, query: { cursor } }: Visit): Promise<Page> {
  const { items, next_cursor } = await api.call('listTopics', { query: { cursor } })
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
