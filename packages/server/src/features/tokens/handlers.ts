import { audit } from '../../catalog/audit.ts'
import { type Authority, issueBearer, makeIdentity } from '../../catalog/bearers.ts'
import type { CallOf, Handler } from '../../catalog/handler.ts'
import { isTextTuple, openPage } from '../../catalog/pages.ts'
import { findIdentity, findToken } from '../../catalog/tokens.ts'
import { findTopic } from '../../catalog/topics.ts'
import type { Act } from '../../command/act.ts'
import { created, ok } from '../../command/call.ts'
import { command } from '../../command/command.ts'
import { namesNothing } from '../../core/problem.ts'
import type { IdentityRow, TokenRow } from '../../storage/rows/access.ts'
import { decideAuthority, requireUnrevoked } from './rules.ts'
import { countTokens, listTokenRows, markRevoked } from './store.ts'
import { tokenView } from './view.ts'

export const issueToken: Handler<'issueToken'> = (app, call) => {
  const authority = decideAuthority(call.body)
  return command(app, call, async (act) => {
    await requireTopics(act, authority)
    const identity = await identityFor(act, call)
    const { row, bearer } = await issueBearer(act, app.signer, {
      identity,
      label: call.body.label,
      authority,
    })
    await audit(act, { action: 'issueToken', target: row.token_id })
    const {
      enrollment: _enrollment,
      last_used_at: _used,
      ...view
    } = tokenView({ ...row, enrollment: '' }, act.now)
    return created({ token: bearer, ...view })
  })
}

async function requireTopics(act: Act, { topicGrants, reviewGrants }: Authority): Promise<void> {
  for (const [field, grants] of [
    ['topic_grants', topicGrants],
    ['review_grants', reviewGrants],
  ] as const)
    for (const [place, id] of (grants ?? []).entries())
      if ((await findTopic(act.tx, { id })) === null) throw namesNothing(`/${field}/${place}`)
}

/** A new identity, or the invited one that is named: a reader's never gets more authority. */
async function identityFor(act: Act, call: CallOf<'issueToken'>): Promise<IdentityRow> {
  const id = call.body.identity_id ?? null
  if (id === null) return makeIdentity(act, { enrollment: 'invited', label: call.body.label })
  const identity = await findIdentity(act.tx, { id })
  if (identity === null || identity.enrollment !== 'invited') throw namesNothing('/identity_id')
  return identity
}

export const listTokens: Handler<'listTokens'> = async (app, call) => {
  const page = openPage(app, call, isTextTuple(2))
  const now = app.now()
  const rows = await listTokenRows(app.storage.read, {
    status: call.query.status ?? 'all',
    now,
    ...page.asked,
  })
  const { items, next_cursor } = page.close(rows, (row) => [row.issued_at, row.token_id])
  const counts = await countTokens(app.storage.read, now)
  return ok({ items: items.map((row) => tokenView(row, now)), next_cursor, counts })
}

export const revokeToken: Handler<'revokeToken'> = (app, call) =>
  command(app, call, async (act, { token }) => {
    requireUnrevoked(token)
    return ok(await revoke(act, token, call.body.reason))
  })

/** The caller's own token; a second time it is no longer valid, so it cannot be asked. */
export const revokeMe: Handler<'revokeMe'> = (app, call) =>
  command(app, call, async (act) => {
    const token = await findToken(act.tx, { id: call.caller.tokenId })
    if (token === null) throw new Error(`token ${call.caller.tokenId} is gone`)
    requireUnrevoked(token)
    return ok(await revoke(act, token, 'revoked by its owner'))
  })

async function revoke(act: Act, token: TokenRow, reason: string) {
  await markRevoked(act, token.token_id, reason)
  const action = act.caller.tokenId === token.token_id ? 'revokeMe' : 'revokeToken'
  await audit(act, { action, target: token.token_id, reason })
  const identity = await findIdentity(act.tx, { id: token.identity_id })
  return tokenView({ ...token, revoked_at: act.now, enrollment: identity?.enrollment ?? 'invited' }, act.now)
}
