import type { AnswerOf, Operations } from '@colophon/contract'
import { html, type Markup } from '../../html.ts'
import { nextPage } from '../../parts/paging.ts'
import type { ConsolePage } from '../definitions.ts'
import { type Filter, filterForm, readFilters } from '../filters.ts'
import { grantsText } from '../grants-text.ts'
import { instantView } from '../instant-view.ts'
import { labelOf } from '../label-of.ts'
import { inRoom } from './room.ts'
import { PRESETS, TOKEN_STATES, TOKENS, type Token } from './token-words.ts'

type Counts = AnswerOf<Operations['listTokens']>['counts']

const FILTERS: readonly Filter[] = [{ name: 'status', label: 'Status', options: TOKEN_STATES }]

export const tokensPage: ConsolePage = {
  path: TOKENS,
  async show(visit) {
    const filters = readFilters(FILTERS, visit.query)
    const { items, next_cursor, counts } = await visit.door.call('listTokens', {
      query: { ...filters, cursor: visit.query.cursor },
    })
    return inRoom(visit, TOKENS, {
      title: 'Tokens',
      main: html`<h1>Tokens</h1>
        ${countsView(counts)}
        <p><a class="button main" href=${`${TOKENS}/new`}>Issue a token</a></p>
        ${filterForm(TOKENS, FILTERS, filters)}
        ${items.length === 0 ? html`<p class="quiet">No token here fits.</p>` : tokenList(items)}
        ${nextPage(TOKENS, { cursor: next_cursor, filters, words: 'Earlier tokens' })}`,
    })
  },
}

function countsView(counts: Counts): Markup {
  return html`<dl class="counts">
    ${(['active', 'expired', 'revoked'] as const).map(
      (state) => html`<div>
        <dt>${labelOf(TOKEN_STATES, state)}</dt>
        <dd>${counts[state]}</dd>
      </div>`,
    )}
  </dl>`
}

function tokenList(tokens: readonly Token[]): Markup {
  return html`<ul class="entries">
    ${tokens.map(
      (token) => html`<li>
        <h2><bdi>${token.label}</bdi></h2>
        <p class="facts">
          <span class=${`mark ${token.status}`}>${labelOf(TOKEN_STATES, token.status)}</span>
          ${kindOf(token)}, topics: ${grantsText(token.topic_grants)}${
            token.scopes.includes('review') ? `, reviews in: ${grantsText(token.review_grants)}` : ''
          }
        </p>
        <p class="facts">
          issued ${instantView(token.issued_at)}, ${token.revoked_at === null ? html`ends ${instantView(token.expires_at)}` : html`revoked ${instantView(token.revoked_at)}`}, ${token.last_used_at === null ? 'never used' : html`last used ${instantView(token.last_used_at)}`}
        </p>
        <p class="facts">
          <code>${token.token_id}</code>${' '}
          ${
            token.status === 'active'
              ? html`<a href=${`${TOKENS}/${token.token_id}/revoke`}>Revoke<span class="unseen"> the token of ${token.label}</span></a>`
              : null
          }
        </p>
      </li>`,
    )}
  </ul>`
}

function kindOf({ enrollment, preset, scopes }: Token): string {
  if (enrollment === 'public') return 'Reader'
  return preset === null ? scopes.join(', ') : labelOf(PRESETS, preset)
}
