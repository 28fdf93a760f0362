import { sql } from 'kysely'
import { cachedQuery } from '../storage/cached-query.ts'
import { preparedQuery } from '../storage/portable.ts'
import type { Db } from '../storage/storage.ts'

/** Where a listed entry is read, and its place among those of its topic: by the time of its publication. */
export interface ListedPlace {
  readonly path: string
  readonly published_at: string
  readonly publication_hash: string
}

interface After {
  readonly topic: string
  /** The place behind which it begins; empty texts for the beginning. */
  readonly at: string
  readonly id: string
}

/** Said in the statement's own text, so that the index that holds nothing else is used. */
const PUBLISHED = sql<'published'>`'published'`

const after = preparedQuery<After & { limit: number }>()((db, p) =>
  db
    .selectFrom('entries')
    .select(['path', 'published_at', 'publication_hash'])
    .where('topic_id', '=', p('topic'))
    .where('status', '=', PUBLISHED)
    .where((eb) => eb(eb.refTuple('published_at', 'publication_hash'), '>', eb.tuple(p('at'), p('id'))))
    .orderBy('published_at')
    .orderBy('publication_hash')
    .limit(p('limit')),
)

/** The listed entries of a topic behind a place, oldest publication first. */
export function listPlaces(db: Db, asked: After & { limit: number }): Promise<ListedPlace[]> {
  return after.all(db, asked)
}

const further = preparedQuery<After & { offset: number }>()((db, p) =>
  db
    .selectFrom('entries')
    .select(['published_at', 'publication_hash'])
    .where('topic_id', '=', p('topic'))
    .where('status', '=', PUBLISHED)
    .where((eb) => eb(eb.refTuple('published_at', 'publication_hash'), '>', eb.tuple(p('at'), p('id'))))
    .orderBy('published_at')
    .orderBy('publication_hash')
    .limit(1)
    .offset(p('offset')),
)

/** The place so many listed entries further; null where there are fewer. */
export function findFurtherPlace(
  db: Db,
  { count, ...from }: After & { count: number },
): Promise<Omit<ListedPlace, 'path'> | null> {
  return further.first(db, { ...from, offset: count - 1 })
}

const newest = preparedQuery<{ topic: string }>()((db, p) =>
  db
    .selectFrom('entries')
    .select('published_at')
    .where('topic_id', '=', p('topic'))
    .where('status', '=', PUBLISHED)
    .orderBy('published_at', 'desc')
    .orderBy('publication_hash', 'desc')
    .limit(1),
)

/** When something that is still listed was published last in a topic; null where nothing is. */
export async function findNewestTime(db: Db, topic: string): Promise<string | null> {
  return (await newest.first(db, { topic }))?.published_at ?? null
}

const versionOf = cachedQuery(
  preparedQuery<{ topic: string }>()((db, p) =>
    db.selectFrom('search_topics').select(['epoch', 'seq']).where('topic_id', '=', p('topic')),
  ),
)

/** Another text after each publication in a topic and each retirement that took something out of its lists. */
export async function listingVersion(db: Db, topic: string): Promise<string> {
  const found = await versionOf(db, { topic })
  return found === null ? '' : `${found.epoch} ${found.seq}`
}
