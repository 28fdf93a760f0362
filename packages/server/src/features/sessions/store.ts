import { fresh } from '../../storage/fresh.ts'
import { insertion } from '../../storage/insertion.ts'
import { compiled } from '../../storage/portable.ts'
import type { Tx } from '../../storage/storage.ts'

/** Looked up by the hash of its cookie: the cookie itself is stored nowhere. */
export const findSession = fresh(
  compiled<{ hash: string }>()((db, p) =>
    db.selectFrom('sessions').selectAll().where('session_hash', '=', p('hash')),
  ),
)

export const addSession = insertion('sessions', {
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
