import type { AnswerOf, Operations } from '@colophon/contract'
import { html, type Markup } from '../../pages/html.ts'
import { nextPage } from '../../pages/parts/entry-list.ts'
import { revisionLink, type Titles, titlesOf } from '../../pages/parts/revision-titles.ts'
import { shortHash } from '../../pages/parts/short-hash.ts'
import { type ConsolePage, type ConsoleVisit, isCuratorOf } from '../definitions.ts'
import { detailLayout, instantView } from '../detail-layout.ts'
import { labelOf } from '../fields.ts'
import { addressInList } from '../filters.ts'
import { listPlaceOf, withPlace } from '../list-place.ts'
import { RESOLUTIONS, type SuggestionAnswer, suggestionAddress, suggestionFacts } from './suggestion-words.ts'
import { SUGGESTION_LIST } from './triage-several.ts'

type Decisions = AnswerOf<Operations['listResolutions']>

export const suggestionPage: ConsolePage = {
  path: '/console/suggestions/:id',
  async show(visit) {
    const { id = '' } = visit.params
    const suggestion = await visit.api.call('getSuggestion', { params: { id } })
    const decisions = await visit.api.call('listResolutions', {
      params: { id },
      query: { cursor: visit.query.cursor },
    })
    const titles = await titlesOf(visit.api, [
      ...suggestion.related_hashes,
      ...(suggestion.parent_hash === null ? [] : [suggestion.parent_hash]),
      ...decisions.items.flatMap(({ fixed_hashes }) => fixed_hashes),
    ])
    return {
      title: suggestion.question,
      main: detailLayout({
        head: html`<header class="title">
          <p class="eyebrow"><a href=${addressInList(SUGGESTION_LIST, listPlaceOf(visit))}>Suggestions</a></p>
          <h1>${suggestion.question}</h1>
          ${suggestionFacts(suggestion)}
        </header>`,
        margin: factsView(suggestion, titles),
        isMarginLast: true,
        text: html`<blockquote class="said">${suggestion.motivation}</blockquote>
          ${actsView(suggestion, visit)} ${decisionsView(decisions, titles)}`,
      }),
    }
  },
}

function actsView({ suggestion_id, topic_id }: SuggestionAnswer, visit: ConsoleVisit): Markup | null {
  if (!isCuratorOf(visit.me, topic_id)) return null
  const address = suggestionAddress(suggestion_id)
  const place = listPlaceOf(visit)
  return html`<p class="acts">
    <a class="button main" href=${withPlace(`${address}/resolution`, place)}>Decide on it</a>
    <a class="button" href=${withPlace(`${address}/triage`, place)}>Triage it</a>
    <a class="button" href=${`/console/tasks/new?suggestion=${suggestion_id}`}>Open a task for it</a>
  </p>`
}

function factsView(
  { related_hashes, parent_hash, task_id, suggestion_hash }: SuggestionAnswer,
  titles: Titles,
): Markup {
  const linked = (hash: string) => html`<dd>${revisionLink(hash, titles)}</dd>`
  return html`<dl class="facts">
    ${related_hashes.length === 0 ? null : html`<dt>About</dt> ${related_hashes.map(linked)}`}
    ${parent_hash === null ? null : html`<dt>Follows</dt> ${linked(parent_hash)}`}
    ${
      task_id === null
        ? null
        : html`<dt>Task</dt>
            <dd><a href=${`/console/tasks/${task_id}`}><code>${task_id}</code></a></dd>`
    }
    <dt>Suggestion</dt>
    <dd>${shortHash(suggestion_hash, null)}</dd>
  </dl>`
}

/** Every decision; the server lists them by their hashes, and each names the one before. */
function decisionsView({ items, suggestion_id, next_cursor }: Decisions, titles: Titles): Markup {
  return html`<section aria-labelledby="decisions">
    <h2 id="decisions">Decisions</h2>
    ${items.length === 0 ? html`<p class="quiet">Nobody has decided yet.</p>` : null}
    <ol class="records">
      ${items.map(
        (decision) => html`<li>
          <p class="facts">
            <span class=${`mark ${decision.state}`}>${labelOf(RESOLUTIONS, decision.state)}</span>
            ${decision.decided_by === undefined ? null : html`<bdi>${decision.decided_by}</bdi>, `}
            ${instantView(decision.decided_at)}
          </p>
          <p class="said">${decision.reason}</p>
          ${fixesView(decision, titles)}
        </li>`,
      )}
    </ol>
    ${nextPage(suggestionAddress(suggestion_id), { cursor: next_cursor, words: 'More decisions' })}
  </section>`
}

function fixesView(
  { fixed_hashes, duplicate_of }: Decisions['items'][number],
  titles: Titles,
): Markup | null {
  if (fixed_hashes.length === 0 && !duplicate_of) return null
  return html`<dl class="facts">
    ${fixed_hashes.length === 0 ? null : html`<dt>Fixed by</dt> ${fixed_hashes.map((hash) => html`<dd>${revisionLink(hash, titles)}</dd>`)}`}
    ${
      duplicate_of
        ? html`<dt>Duplicate of</dt>
            <dd><a href=${suggestionAddress(duplicate_of)}><code>${duplicate_of}</code></a></dd>`
        : null
    }
  </dl>`
}
