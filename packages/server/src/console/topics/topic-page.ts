import type { AnswerOf, Operations } from '@colophon/contract'
import { html, type Markup } from '../../pages/html.ts'
import { counts, nextPage } from '../../pages/parts/entry-list.ts'
import { modeMark } from '../../pages/parts/mode-mark.ts'
import { type ConsolePage, type ConsoleVisit, isCuratorOf } from '../definitions.ts'
import { detailLayout, instantView } from '../detail-layout.ts'
import { labelOf } from '../fields.ts'
import { type Filter, filterForm, readFilters } from '../filters.ts'
import { type EntryResult, findEntries } from '../revision-picker.ts'
import { profileWord } from './profile-page.ts'
import { topicAddress, VISIBILITIES } from './topics-page.ts'

type Policy = AnswerOf<Operations['getPolicy']>

const FILTERS: readonly Filter[] = [{ name: 'q', label: 'Words or a path' }]

/** A topic as its curators have it: what rules it, and its current entries, each of which may be retired. */
export const topicPage: ConsolePage = {
  path: '/console/topics/:id',
  async show(visit) {
    const { id = '' } = visit.params
    const topic = await visit.api.call('getTopic', { params: { id } })
    const policy = await visit.api.call('getPolicy', { params: { id } })
    return {
      title: topic.title,
      main: detailLayout({
        head: html`<header class="title">
          <p class="eyebrow"><a href="/console/topics">Topics</a></p>
          <h1>${topic.title}</h1>
          <p class="lede">${topic.summary}</p>
          <p class="facts">
            <span class=${`mark ${topic.visibility}`}>${labelOf(VISIBILITIES, topic.visibility)}</span>
            ${wordMark(profileWord(topic.profile))} ${counts(topic)}. <a href=${`/topics/${id}`}>In the reading room</a>
          </p>
          ${isCuratorOf(visit.me, id) ? actsView(id) : null}
        </header>`,
        margin: policyView(policy),
        text: await entriesView(visit, id),
      }),
    }
  },
}

function wordMark(word: string | null): Markup | null {
  return word === null ? null : html`<span class="mark skills">${word}</span>`
}

function actsView(id: string): Markup {
  const address = topicAddress(id)
  return html`<p class="acts">
    <a class="button" href=${`${address}/health`}>Its health</a>
    <a class="button" href=${`/console/activity?topic=${id}`}>What was done</a>
    <a class="button" href=${`${address}/policy`}>Change the policy</a>
    <a class="button" href=${`${address}/visibility`}>Change who sees it</a>
    <a class="button" href=${`${address}/profile`}>Change what it publishes</a>
    <a class="button" href=${`/console/tasks/new?topic=${id}`}>Open a task</a>
  </p>`
}

function policyView(policy: Policy): Markup {
  return html`<section aria-labelledby="policy">
    <h2 id="policy">Policy</h2>
    <dl class="facts">
      <dt>Reviews of</dt>
      <dd>${policy.review_focuses.join(', ')}</dd>
      <dt>Evidence</dt>
      <dd>${evidenceWords(policy)}</dd>
      <dt>Publication</dt>
      <dd>${policy.publication_modes.length === 0 ? 'none' : policy.publication_modes.map((mode) => html`${modeMark(mode)} `)}</dd>
      <dt>In force since</dt>
      <dd>${instantView(policy.created_at)}</dd>
    </dl>
  </section>`
}

function evidenceWords({ minimum_evidence, evidence_ttl_days }: Policy): string {
  const rows = minimum_evidence === 0 ? 'none needed' : `${minimum_evidence} rows at least`
  return `${rows}; a row counts for at most ${evidence_ttl_days} days`
}

async function entriesView({ api, query }: ConsoleVisit, topic: string): Promise<Markup> {
  const filters = readFilters(FILTERS, query)
  const { items, next_cursor } = await findEntries(api, { topic, words: filters.q, cursor: query.cursor })
  const path = topicAddress(topic)
  return html`<section aria-labelledby="entries">
    <h2 id="entries">Entries</h2>
    ${filterForm(path, FILTERS, filters)}
    ${items.length === 0 ? html`<p class="quiet">No entry fits.</p>` : entryList(items)}
    ${nextPage(path, { cursor: next_cursor, filters, words: 'Earlier entries' })}
  </section>`
}

function entryList(items: readonly EntryResult[]): Markup {
  return html`<ul class="entries">
    ${items.map(
      ({ title, path, content_hash, mode, published_at }) => html`<li>
        <h3><a href=${`/console/revisions/${content_hash}`}>${title}</a></h3>
        <p class="facts">${modeMark(mode)} ${instantView(published_at)} <code>${path}</code></p>
      </li>`,
    )}
  </ul>`
}
