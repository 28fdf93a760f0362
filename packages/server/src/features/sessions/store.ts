import { cachedQuery } from '../../storage/cached-query.ts'
import { insertRow, preparedQuery } from '../../storage/portable.ts'
import type { Tx } from '../../storage/storage.ts'

/** Looked up by the hash of its cookie: the cookie itself is stored nowhere. */
export const findSession = cachedQuery(
  preparedQuery<{ hash: string }>()((db, p) =>
    db.selectFrom('sessions').selectAll().where('session_hash', '=', p('hash')),
  ),
)

export const addSession = insertRow('sessions', {
  session_hash: true,
  token_id: true,
  created_at: true,
  expires_at: true,
})

export async function removeSession(tx: Tx, hash: string): Promise<void> {
  await tx.deleteFrom('sessions').where('session_hash', '=', hash).execute()
}

export async function removeExpiredSessions(tx: Tx, now: string): Promise<void> {
  await tx.deleteFrom('sessions').where('expires_at', '<=', now).execute()
}
