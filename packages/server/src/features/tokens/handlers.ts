import { isInvited } from '@colophon/contract'
import { audit } from '../../catalog/audit.ts'
import { endToken } from '../../catalog/given-tokens.ts'
import type { CallOf, Handler } from '../../catalog/handler.ts'
import { type Authority, issueSignedToken, makeIdentity } from '../../catalog/issue-tokens.ts'
import { isTextTuple, openPage } from '../../catalog/pages.ts'
import { findIdentity, findToken } from '../../catalog/tokens.ts'
import { findTopic } from '../../catalog/topics.ts'
import { created, ok } from '../../command/call.ts'
import { command } from '../../command/command.ts'
import type { UnitOfWork } from '../../command/unit-of-work.ts'
import { namesNothing } from '../../core/problem.ts'
import type { IdentityRow, TokenRow } from '../../storage/rows/access.ts'
import { decideAuthority, requireUnrevoked, tokenView } from './rules.ts'
import { countTokens, listTokenRows } from './store.ts'

export const issueToken: Handler<'issueToken'> = (app, call) => {
  const authority = decideAuthority(call.body)
  return command(app, call, async (unit) => {
    await requireTopics(unit, authority)
    const identity = await identityFor(unit, call)
    const { row, bearer } = await issueSignedToken(unit, app.keys.signer, {
      identity,
      label: call.body.label,
      authority,
    })
    await audit(unit, { action: 'issueToken', target: row.token_id })
    const {
      enrollment: _enrollment,
      last_used_at: _used,
      ...view
    } = tokenView({ ...row, enrollment: '' }, unit.now)
    return created({ token: bearer, ...view })
  })
}

async function requireTopics(unit: UnitOfWork, { topicGrants, reviewGrants }: Authority): Promise<void> {
  for (const [field, grants] of [
    ['topic_grants', topicGrants],
    ['review_grants', reviewGrants],
  ] as const)
    for (const [place, id] of (grants ?? []).entries())
      if ((await findTopic(unit.tx, { id })) === null) throw namesNothing(`/${field}/${place}`)
}

/** A new identity, or the invited one that is named: a reader's never gets more authority. */
async function identityFor(unit: UnitOfWork, call: CallOf<'issueToken'>): Promise<IdentityRow> {
  const id = call.body.identity_id ?? null
  if (id === null) return makeIdentity(unit, { enrollment: 'invited', label: call.body.label })
  const identity = await findIdentity(unit.tx, { id })
  if (identity === null || !isInvited(identity.enrollment)) throw namesNothing('/identity_id')
  return identity
}

export const listTokens: Handler<'listTokens'> = async (app, call) => {
  const page = openPage(app, call, isTextTuple(2))
  const now = app.ambient.now()
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
  command(app, call, async (unit, { token }) => {
    requireUnrevoked(token)
    return ok(await revoke(unit, token, call.body.reason))
  })

/** The caller's own token; a second time it is no longer valid, so it cannot be asked. */
export const revokeMe: Handler<'revokeMe'> = (app, call) =>
  command(app, call, async (unit) => {
    const token = await findToken(unit.tx, { id: call.caller.tokenId })
    if (token === null) throw new Error(`token ${call.caller.tokenId} is gone`)
    requireUnrevoked(token)
    return ok(await revoke(unit, token, 'revoked by its owner'))
  })

async function revoke(unit: UnitOfWork, token: TokenRow, reason: string) {
  await endToken(unit, token.token_id, reason)
  const action = unit.caller.tokenId === token.token_id ? 'revokeMe' : 'revokeToken'
  await audit(unit, { action, target: token.token_id, reason })
  const identity = await findIdentity(unit.tx, { id: token.identity_id })
  return tokenView(
    { ...token, revoked_at: unit.now, enrollment: identity?.enrollment ?? 'invited' },
    unit.now,
  )
}
