import { isHash, isUuid } from '@colophon/contract'
import { findAlias } from '../../catalog/entries.ts'
import { cachedQuery } from '../../storage/cached-query.ts'
import { preparedQuery } from '../../storage/portable.ts'
import type { Db } from '../../storage/storage.ts'

const headOf = preparedQuery<{ hash: string }>()((db, p) =>
  db.selectFrom('revisions').select('entry_id').where('content_hash', '=', p('hash')),
)
const findRevision = cachedQuery(headOf)

/**
 * The entry whose path, id or hash a query is. Whether the caller may see it, and whether it is listed, shows
 * in what is searched.
 */
export async function findNamed(db: Db, query: string): Promise<string | null> {
  const name = query.trim().toLowerCase()
  if (isUuid(name)) return name
  if (isHash(name)) return (await findRevision(db, { hash: name }))?.entry_id ?? null
  if (name.startsWith('/')) return (await findAlias(db, { path: name }))?.entry_id ?? null
  return null
}
