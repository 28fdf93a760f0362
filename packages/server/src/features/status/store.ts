import { cachedQuery } from '../../storage/cached-query.ts'
import { preparedQuery } from '../../storage/portable.ts'

const byHash = preparedQuery<{ hash: string }>()((db, p) =>
  db
    .selectFrom('revisions')
    .innerJoin('entries', 'entries.entry_id', 'revisions.entry_id')
    .select(['revisions.title', 'entries.path', 'entries.refresh_after', 'revisions.topic_id'])
    .where('revisions.content_hash', '=', p('hash')),
)

/** A published revision's own title, its entry's path, and when the head of that entry is to be checked again. */
export const findCited = cachedQuery(byHash)
