import { compiled } from '../../storage/portable.ts'
import type { Db } from '../../storage/storage.ts'

const ofContent = compiled<{ hash: string }>()((db, p) =>
  db
    .selectFrom('publications')
    .selectAll()
    .where('content_hash', '=', p('hash'))
    .orderBy('published_at')
    .orderBy('publication_hash'),
)

/** The publications of a revision, oldest first. */
export function listPublications(db: Db, contentHash: string) {
  return ofContent.all(db, { hash: contentHash })
}
