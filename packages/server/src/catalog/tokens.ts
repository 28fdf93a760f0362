import type { ClosedLists } from '@colophon/contract'
import { cachedQuery } from '../storage/cached-query.ts'
import { preparedQuery } from '../storage/portable.ts'
import type { IdentityRow, TokenRow } from '../storage/rows/access.ts'
import type { Db } from '../storage/storage.ts'

const token = preparedQuery<{ id: string }>()((db, p) =>
  db.selectFrom('tokens').selectAll().where('token_id', '=', p('id')),
)

export function findToken(db: Db, key: { id: string }): Promise<TokenRow | null> {
  return token.first(db, key)
}

const credential = preparedQuery<{ id: string }>()((db, p) =>
  db
    .selectFrom('tokens')
    .innerJoin('identities', 'identities.identity_id', 'tokens.identity_id')
    .selectAll('tokens')
    .select(['identities.participant_id', 'identities.enrollment', 'identities.label as identity_label'])
    .where('tokens.token_id', '=', p('id')),
)

/** A token with the identity that it belongs to, as the records say now. */
export const findCredential = cachedQuery(credential)

const identity = preparedQuery<{ id: string }>()((db, p) =>
  db.selectFrom('identities').selectAll().where('identity_id', '=', p('id')),
)

export const findIdentity: (db: Db, key: { id: string }) => Promise<IdentityRow | null> =
  cachedQuery(identity)

/** The grants of a token's row: null for a token without restriction, [] for none. */
export function readGrants(text: string | null): string[] | null {
  return text === null ? null : (JSON.parse(text) as string[])
}

export type TokenStatus = ClosedLists['tokenStatus']

/** A token is over at the very instant that it names, and a revocation outlives its time. */
export function tokenStatus(
  token: { revoked_at: string | null; expires_at: string },
  now: string,
): TokenStatus {
  if (token.revoked_at !== null) return 'revoked'
  return token.expires_at <= now ? 'expired' : 'active'
}
