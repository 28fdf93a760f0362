import { pageOf, type RowsAsked } from '../../catalog/pages.ts'
import type { Act } from '../../command/act.ts'
import type { TokenStatus } from '../../core/token-status.ts'
import type { TokenRow } from '../../storage/rows/access.ts'
import type { Db, Tx } from '../../storage/storage.ts'

export async function markRevoked(act: Act, tokenId: string, reason: string): Promise<void> {
  await act.tx
    .updateTable('tokens')
    .set({ revoked_at: act.now, revoke_reason: reason })
    .where('token_id', '=', tokenId)
    .execute()
}

interface Asked extends RowsAsked<string[]> {
  status: TokenStatus | 'all'
  now: string
}

/** Newest first, with the enrollment of each token's identity. */
export async function listTokenRows(db: Db, asked: Asked): Promise<(TokenRow & { enrollment: string })[]> {
  let query = db
    .selectFrom('tokens')
    .innerJoin('identities', 'identities.identity_id', 'tokens.identity_id')
    .selectAll('tokens')
    .select('identities.enrollment')
  if (asked.status === 'revoked') query = query.where('revoked_at', 'is not', null)
  if (asked.status === 'expired')
    query = query.where('revoked_at', 'is', null).where('expires_at', '<=', asked.now)
  if (asked.status === 'active')
    query = query.where('revoked_at', 'is', null).where('expires_at', '>', asked.now)
  return pageOf(query, { by: ['issued_at', 'token_id'], from: 'newest' }, asked).execute()
}

export async function countTokens(db: Db, now: string): Promise<Record<TokenStatus, number>> {
  const count = async (status: TokenStatus) => {
    let query = db.selectFrom('tokens').select((eb) => eb.fn.countAll<number>().as('count'))
    if (status === 'revoked') query = query.where('revoked_at', 'is not', null)
    if (status === 'expired') query = query.where('revoked_at', 'is', null).where('expires_at', '<=', now)
    if (status === 'active') query = query.where('revoked_at', 'is', null).where('expires_at', '>', now)
    return (await query.executeTakeFirst())?.count ?? 0
  }
  return { active: await count('active'), expired: await count('expired'), revoked: await count('revoked') }
}

/** Written at most once a minute a token: a read must not cost a commit each time. */
export async function touchToken(
  tx: Tx,
  touched: { tokenId: string; now: string; before: string },
): Promise<void> {
  await tx
    .updateTable('tokens')
    .set({ last_used_at: touched.now })
    .where('token_id', '=', touched.tokenId)
    .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<', touched.before)]))
    .execute()
}
