import { insertRow, preparedQuery } from '../../storage/portable.ts'
import type { AuthorizationRow } from '../../storage/rows/access.ts'
import type { Tx } from '../../storage/storage.ts'

export const addAuthorization = insertRow('authorizations', {
  authorization_id: true,
  request_hash: true,
  browser_hash: true,
  client_id: true,
  client_name: true,
  redirect_uri: true,
  state: true,
  resource: true,
  code_challenge: true,
  scopes: true,
  giver_token_id: true,
  identity_id: true,
  days: true,
  code_hash: true,
  used_at: true,
  token_id: true,
  created_at: true,
  expires_at: true,
})

const byRequest = preparedQuery<{ request: string; browser: string }>()((db, p) =>
  db
    .selectFrom('authorizations')
    .selectAll()
    .where('request_hash', '=', p('request'))
    .where('browser_hash', '=', p('browser')),
)

/** What waits for its visitor: found by the secrets of the page and of the browser together. */
export function findRequest(
  tx: Tx,
  hashes: { request: string; browser: string },
): Promise<AuthorizationRow | null> {
  return byRequest.first(tx, hashes)
}

const byCode = preparedQuery<{ hash: string }>()((db, p) =>
  db.selectFrom('authorizations').selectAll().where('code_hash', '=', p('hash')),
)

export function findCode(tx: Tx, hash: string): Promise<AuthorizationRow | null> {
  return byCode.first(tx, { hash })
}

/** Writes what has come of it since. */
export async function changeAuthorization(
  tx: Tx,
  id: string,
  change: Partial<Omit<AuthorizationRow, 'authorization_id'>>,
): Promise<void> {
  await tx.updateTable('authorizations').set(change).where('authorization_id', '=', id).execute()
}

export async function removeAuthorization(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('authorizations').where('authorization_id', '=', id).execute()
}

/** A used code is known long enough to be recognised when it comes again. */
export async function forgetAuthorizations(tx: Tx, before: string): Promise<void> {
  await tx.deleteFrom('authorizations').where('expires_at', '<', before).execute()
}
