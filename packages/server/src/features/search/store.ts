import { findAlias } from '../../catalog/entries.ts'
import { fresh } from '../../storage/fresh.ts'
import { compiled } from '../../storage/portable.ts'
import type { Db } from '../../storage/storage.ts'

const headOf = compiled<{ hash: string }>()((db, p) =>
  db.selectFrom('revisions').select('entry_id').where('content_hash', '=', p('hash')),
)
const findRevision = fresh(headOf)

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const HASH = /^[0-9a-f]{64}$/

/**
 * The entry whose path, id or hash a query is. Whether the caller may see it, and whether it is listed, shows
 * in what is searched.
 */
export async function findNamed(db: Db, query: string): Promise<string | null> {
  const name = query.trim().toLowerCase()
  if (UUID.test(name)) return name
  if (HASH.test(name)) return (await findRevision(db, { hash: name }))?.entry_id ?? null
  if (name.startsWith('/')) return (await findAlias(db, { path: name }))?.entry_id ?? null
  return null
}
