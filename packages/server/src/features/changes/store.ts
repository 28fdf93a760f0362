import { findPublicEnd } from '../../catalog/changes.ts'
import { preparedQuery } from '../../storage/portable.ts'
import type { Db } from '../../storage/storage.ts'

/** The public stream, or that of a topic. */
type ChangeStream = { readonly topic: string } | null

const endOfTopic = preparedQuery<{ topic: string }>()((db, p) =>
  db
    .selectFrom('changes')
    .select((eb) => eb.fn.max('seq').as('seq'))
    .where('topic_id', '=', p('topic')),
)

/** The newest number of a stream; 0 where nothing was done. */
export async function findHeadSeq(db: Db, stream: ChangeStream): Promise<number> {
  if (stream === null) return findPublicEnd(db)
  return (await endOfTopic.first(db, stream))?.seq ?? 0
}

interface Part {
  after: number
  upTo: number
  limit: number
}

/** The acts with what their records say of them, all found by their keys. */
function shown(db: Db) {
  return db
    .selectFrom('changes')
    .innerJoin('topics', 'topics.id', 'changes.topic_id')
    .leftJoin('publications', 'publications.publication_hash', 'changes.record')
    .leftJoin('revisions', 'revisions.content_hash', 'publications.content_hash')
    .leftJoin('retirements', 'retirements.retirement_hash', 'changes.record')
    .leftJoin('visibility_changes', 'visibility_changes.change_id', 'changes.record')
    .select([
      'changes.kind',
      'changes.at',
      'changes.topic_id',
      'topics.visibility as topic_visibility',
      'publications.publication_hash',
      'publications.mode',
      'revisions.path',
      'revisions.title',
      'revisions.parent_hash',
      'retirements.retirement_hash',
      'retirements.state',
      'visibility_changes.to_visibility',
    ])
    .select((eb) => [
      eb.fn.coalesce('publications.entry_id', 'retirements.entry_id').as('entry_id'),
      eb.fn.coalesce('publications.content_hash', 'retirements.content_hash').as('content_hash'),
    ])
}

const ofPublic = preparedQuery<Part>()((db, p) =>
  shown(db)
    .select((eb) => eb.ref('changes.public_seq').$notNull().as('seq'))
    .where('changes.public_seq', '>', p('after'))
    .where('changes.public_seq', '<=', p('upTo'))
    .orderBy('changes.public_seq')
    .limit(p('limit')),
)
const ofTopic = preparedQuery<Part & { topic: string }>()((db, p) =>
  shown(db)
    .select('changes.seq')
    .where('changes.topic_id', '=', p('topic'))
    .where('changes.seq', '>', p('after'))
    .where('changes.seq', '<=', p('upTo'))
    .orderBy('changes.seq')
    .limit(p('limit')),
)

/** The acts behind a number of a stream, oldest first. */
export function listChangeRows(db: Db, stream: ChangeStream, part: Part) {
  return stream === null ? ofPublic.all(db, part) : ofTopic.all(db, { ...part, ...stream })
}

export type ChangeWithRecord = Awaited<ReturnType<typeof listChangeRows>>[number]
