import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import { pageOf, type RowPageParams } from '../../catalog/pages.ts'
import type { TokenStatus } from '../../catalog/tokens.ts'
import type { TokenRow } from '../../storage/rows/access.ts'
import type { Db, Tx } from '../../storage/storage.ts'
import type { Tables } from '../../storage/tables.ts'

type Builder = ExpressionBuilder<Tables, 'tokens'>

/** The rule of `tokenStatus`, for queries. */
const HAS_STATUS: Readonly<Record<TokenStatus, (eb: Builder, now: string) => Expression<SqlBool>>> = {
  active: (eb, now) => eb.and([eb('revoked_at', 'is', null), eb('expires_at', '>', now)]),
  expired: (eb, now) => eb.and([eb('revoked_at', 'is', null), eb('expires_at', '<=', now)]),
  revoked: (eb) => eb('revoked_at', 'is not', null),
}

interface TokenListParams extends RowPageParams<string[]> {
  status: TokenStatus | 'all'
  now: string
}

/** Newest first, with the enrollment of each token's identity. */
export async function listTokenRows(
  db: Db,
  asked: TokenListParams,
): Promise<(TokenRow & { enrollment: string })[]> {
  let query = db
    .selectFrom('tokens')
    .innerJoin('identities', 'identities.identity_id', 'tokens.identity_id')
    .selectAll('tokens')
    .select('identities.enrollment')
  const { status, now } = asked
  if (status !== 'all') query = query.where((eb) => HAS_STATUS[status](eb, now))
  return pageOf(query, { by: ['issued_at', 'token_id'], from: 'newest' }, asked).execute()
}

export async function countTokens(db: Db, now: string): Promise<Record<TokenStatus, number>> {
  const count = async (status: TokenStatus) => {
    const query = db
      .selectFrom('tokens')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where((eb) => HAS_STATUS[status](eb, now))
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
