import { fresh } from '../storage/fresh.ts'
import { compiled } from '../storage/portable.ts'
import type { IdentityRow, TokenRow } from '../storage/rows/access.ts'
import type { Db } from '../storage/storage.ts'

const token = compiled<{ id: string }>()((db, p) =>
  db.selectFrom('tokens').selectAll().where('token_id', '=', p('id')),
)

export function findToken(db: Db, key: { id: string }): Promise<TokenRow | null> {
  return token.first(db, key)
}

const credential = compiled<{ id: string }>()((db, p) =>
  db
    .selectFrom('tokens')
    .innerJoin('identities', 'identities.identity_id', 'tokens.identity_id')
    .selectAll('tokens')
    .select(['identities.participant_id', 'identities.enrollment', 'identities.label as identity_label'])
    .where('tokens.token_id', '=', p('id')),
)

/** A token with the identity that it belongs to, as the records say now. */
export const findCredential = fresh(credential)

const identity = compiled<{ id: string }>()((db, p) =>
  db.selectFrom('identities').selectAll().where('identity_id', '=', p('id')),
)

export const findIdentity: (db: Db, key: { id: string }) => Promise<IdentityRow | null> = fresh(identity)

/** The grants of a token's row: null for a token without restriction, [] for none. */
export function readGrants(text: string | null): string[] | null {
  return text === null ? null : (JSON.parse(text) as string[])
}
