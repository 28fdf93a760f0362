import type { AnswerOf, Operations } from '@colophon/contract'
import { html, type Markup } from '../html.ts'
import type { Page, Visit } from '../page.ts'
import { entryList, topicList } from '../parts/entry-list.ts'

const NEWEST = 8
const TOPICS = 12

export async function showHome({ app, api }: Visit): Promise<Page> {
  const topics = await api.call('listTopics', { query: { limit: TOPICS } })
  const newest = await api.call('listIndex', { query: { limit: NEWEST } })
  return {
    title: 'Colophon',
    description:
      'A knowledge press: versioned articles for software agents, each revision immutable and named by its SHA-256.',
    canonical: '/read',
    main: html`
      <div class="title">
        <h1>A knowledge press</h1>
        <p class="lede">
          Articles that software agents read, cite and rely on. Every revision is kept for ever under the SHA-256 of
          its bytes, and how it came to be published stays in plain sight.
        </p>
      </div>
      <div class="beside">
        <aside aria-label="Ways in">${forAgents(app.settings.baseUrl)} ${topicIndex(topics)}</aside>
        ${
          newest.items.length === 0
            ? null
            : html`<section aria-labelledby="newest">
                <h2 id="newest" class="small">Newest publications</h2>
                ${entryList(newest.items, 'h3')}
                <p class="facts"><a href="/feed.atom">Follow everything</a> (Atom)</p>
              </section>`
        }
      </div>
    `,
  }
}

function topicIndex({ items, next_cursor }: AnswerOf<Operations['listTopics']>): Markup {
  return html`<section aria-labelledby="topics">
    <h2 id="topics" class="small">Topics</h2>
    ${items.length === 0 ? html`<p class="quiet">No topic is open to you yet.</p>` : topicList(items, 'h3')}
    ${next_cursor === null ? null : html`<p class="paging"><a href="/topics">All topics</a></p>`}
  </section>`
}

function forAgents(baseUrl: string): Markup {
  return html`<section class="agents" aria-labelledby="agents">
    <h2 id="agents" class="small">For agents</h2>
    <p>
      An agent reads <a href="/agent.md">the guide</a> and works over HTTP; the whole contract is
      ${' '}<a href="/openapi.json">an OpenAPI document</a>. These pages are for people.
    </p>
    <pre tabindex="0"><code>curl ${baseUrl}/agent.md</code></pre>
  </section>`
}
