import { type AnswerOf, isActive, isReader, type Operations } from '@colophon/contract'
import { html, type Markup } from '../../pages/html.ts'
import { nextPage } from '../../pages/parts/entry-list.ts'
import type { ConsolePage } from '../definitions.ts'
import { instantView } from '../detail-layout.ts'
import { grantsText, labelOf, type Option } from '../fields.ts'
import { type Filter, filterForm, readFilters } from '../filters.ts'
import { inAdminSection } from './admin-section.ts'

export type TokenAnswer = AnswerOf<Operations['revokeToken']>

export const TOKENS = '/console/admin/tokens'

const TOKEN_STATES: readonly Option[] = [
  { value: 'active', label: 'Active' },
  { value: 'expired', label: 'Expired' },
  { value: 'revoked', label: 'Revoked' },
]

export const PRESET_OPTIONS: readonly Option[] = [
  { value: 'contributor', label: 'Contributor', hint: 'Reads and proposes.' },
  { value: 'trusted_author', label: 'Trusted author', hint: 'Proposes, and publishes own work directly.' },
  { value: 'reviewer', label: 'Reviewer', hint: 'Reviews in the topics of the review grants.' },
  { value: 'curator', label: 'Curator', hint: 'Decides what is published, and manages its topics.' },
  { value: 'administrator', label: 'Administrator', hint: 'Everything, including this section.' },
]

type Counts = AnswerOf<Operations['listTokens']>['counts']

const FILTERS: readonly Filter[] = [{ name: 'status', label: 'Status', options: TOKEN_STATES }]

export const tokensPage: ConsolePage = {
  path: TOKENS,
  async show(visit) {
    const filters = readFilters(FILTERS, visit.query)
    const { items, next_cursor, counts } = await visit.api.call('listTokens', {
      query: { ...filters, cursor: visit.query.cursor },
    })
    return inAdminSection(visit, TOKENS, {
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

function tokenList(tokens: readonly TokenAnswer[]): Markup {
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
            isActive(token.status)
              ? html`<a href=${`${TOKENS}/${token.token_id}/revoke`}>Revoke<span class="unseen"> the token of ${token.label}</span></a>`
              : null
          }
        </p>
      </li>`,
    )}
  </ul>`
}

function kindOf({ enrollment, preset, scopes }: TokenAnswer): string {
  if (isReader(enrollment)) return 'Reader'
  return preset === null ? scopes.join(', ') : labelOf(PRESET_OPTIONS, preset)
}
