import { publicationsIn } from '../../catalog/lineage-publications.ts'
import { compiled } from '../../storage/portable.ts'
import type { Db } from '../../storage/storage.ts'

const linesOf = compiled<{ hash: string }>()((db, p) =>
  db.selectFrom('lineage_nodes').select('publications').where('hash', '=', p('hash')),
)

/** The publications of a revision, oldest first. */
export async function listPublications(db: Db, contentHash: string) {
  const row = await linesOf.first(db, { hash: contentHash })
  return publicationsIn(row?.publications ?? '')
}
