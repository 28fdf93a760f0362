import { LIST_LIMITS } from '@colophon/contract'
import { notFound } from '../../core/problem.ts'
import type { Api } from '../../pages/api.ts'
import { html } from '../../pages/html.ts'
import { confirmPage } from '../confirm-page.ts'
import { consoleForm } from '../definitions.ts'
import { reasonField } from '../fields.ts'
import { TOKENS, type TokenAnswer } from './tokens-page.ts'

const revokeForm = consoleForm({
  operation: 'revokeToken',
  path: '/console/admin/tokens/:token_id/revoke',
  fields: [reasonField('It is kept in the audit.')],
  done: () => ({ to: TOKENS, notice: 'token_revoked' }),
})

export const revokeTokenPage = confirmPage(revokeForm, async ({ api, me, params: { token_id = '' } }) => {
  const { label } = await findToken(api, token_id)
  const isOwn = me?.token_id === token_id
  return {
    title: `Revoke the token of ${label}?`,
    consequence: html`It ends at once, in every server process, and its sessions with it.${' '}
    ${isOwn ? html`<strong>It is the token of this session: you are signed out by it.</strong>` : null}`,
    back: { to: TOKENS, words: 'Tokens' },
    filling: { button: 'Revoke it' },
  }
})

/** There is no reading of one token: the list is followed until it is there. */
async function findToken(api: Api, id: string): Promise<TokenAnswer> {
  let cursor: string | undefined
  do {
    const page = await api.call('listTokens', { query: { limit: LIST_LIMITS.largestPage, cursor } })
    const found = page.items.find(({ token_id }) => token_id === id)
    if (found !== undefined) return found
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined)
  throw notFound()
}
