import type { ClosedLists } from '@colophon/contract'
import { sql } from 'kysely'
import { pageOf, type RowPageParams } from '../../catalog/pages.ts'
import { readableTopicIds } from '../../catalog/topics.ts'
import type { Caller } from '../../core/authority.ts'
import { beginOf, firstOfRanges, orderOf, type RangesPart, rangesOf } from '../../storage/first-of-ranges.ts'
import { LISTED_COLUMNS, type ListedRow } from '../../storage/listed-row.ts'
import { preparedQuery } from '../../storage/portable.ts'
import type { RevisionRow } from '../../storage/rows/catalog.ts'
import type { Db } from '../../storage/storage.ts'

/** A publication's place among all: its time and, within one millisecond, its hash. */
type IndexPosition = readonly [at: string, hash: string]

interface IndexParams {
  caller: Caller
  topic: string | undefined
  mode: ClosedLists['mode'] | undefined
  /** The newest place when the client began: later publications are not part of its walk. */
  pinned: IndexPosition | null
  after: IndexPosition | null
  limit: number
}

/**
 * Listed entries at the place of the publication that was newest for each when the walk began. What is
 * shown is the head of now.
 */
export async function listIndexRows(db: Db, asked: IndexParams): Promise<IndexRow[]> {
  const topics = await readableTopicIds(db, asked.caller, asked.topic)
  if (topics.length === 0) return []
  const { mode, limit, after, pinned } = asked
  const begin = beginOf('newest', after)
  const rows =
    mode === undefined
      ? await heads.all(db, { ranges: rangesOf(topics), limit, ...begin })
      : await headsOfMode.all(db, { ranges: rangesOf(topics, [mode]), limit, ...begin })
  const found = rows.map((row) => ({ ...row, place_at: row.published_at, place_hash: row.publication_hash }))
  if (pinned === null) return found.sort(newestFirst)
  const last = rows.length < limit ? undefined : found.toSorted(newestFirst).at(-1)
  const moved = await movedRows(db, { topics, mode, pinned, begin, last, limit })
  const unmoved = found.filter(({ entry_id }) => !moved.some((row) => row.entry_id === entry_id))
  return [...moved, ...unmoved].sort(newestFirst).slice(0, limit)
}

type IndexRow = ListedRow & { place_at: string; place_hash: string }

const newestFirst = orderOf({ by: ['place_at', 'place_hash'], from: 'newest' })

const LISTED = {
  table: 'entries',
  by: ['published_at', 'publication_hash'],
  from: 'newest',
  only: ['status', 'published'],
  columns: LISTED_COLUMNS,
} as const

function partOf(p: <K extends keyof RangesPart & string>(name: K) => RangesPart[K]): RangesPart {
  return { ranges: p('ranges'), at: p('at'), id: p('id'), limit: p('limit') }
}

const heads = preparedQuery<RangesPart>()((db, p) =>
  db.selectFrom(firstOfRanges(db, { ...LISTED, each: ['topic_id'] }, partOf(p))).selectAll(),
)
const headsOfMode = preparedQuery<RangesPart>()((db, p) =>
  db.selectFrom(firstOfRanges(db, { ...LISTED, each: ['topic_id', 'mode'] }, partOf(p))).selectAll(),
)

interface MovedParams {
  topics: readonly string[]
  mode: ClosedLists['mode'] | undefined
  pinned: IndexPosition
  begin: { readonly at: string; readonly id: string }
  /** Where the page ends without them. */
  last: IndexRow | undefined
  limit: number
}

/** Entries that were published again since the walk began: few, found by that, and at their old places. */
async function movedRows(db: Db, asked: MovedParams): Promise<IndexRow[]> {
  const { topics, mode, pinned, begin, last, limit } = asked
  let query = db
    .selectFrom('revisions')
    .innerJoin('entries', 'entries.entry_id', 'revisions.entry_id')
    .select(LISTED_COLUMNS.map((column) => `entries.${column}` as const))
    .select(['revisions.published_at as place_at', 'revisions.publication_hash as place_hash'])
    .where('revisions.topic_id', 'in', topics)
    .where('revisions.superseded_at', 'is not', null)
    .where((eb) => {
      const superseded = eb.refTuple('revisions.superseded_at', 'revisions.superseded_by')
      const place = eb.refTuple('revisions.published_at', 'revisions.publication_hash')
      const end = [last?.place_at ?? '', last?.place_hash ?? ''] as const
      return eb.and([
        eb(superseded, '>', eb.tuple(...pinned)),
        eb(place, '<', eb.tuple(begin.at, begin.id)),
        eb(place, '>=', eb.tuple(...end)),
      ])
    })
    .where('entries.status', '=', 'published')
  if (mode !== undefined) query = query.where('entries.mode', '=', mode)
  return query
    .orderBy('revisions.published_at', 'desc')
    .orderBy('revisions.publication_hash', 'desc')
    .limit(limit)
    .execute()
}

interface ContentsParams extends RowPageParams<readonly string[]> {
  topicId: string
  /** A path: with it, the entry that has it and those below it. */
  under: string | undefined
  /** Paths that the entries lie behind or before; before one, the nearest comes first. */
  behind: string | undefined
  before: string | undefined
}

const nextPaths = preparedQuery<{ topic: string; path: string; limit: number }>()((db, p) =>
  db
    .selectFrom('entries')
    .select(LISTED_COLUMNS)
    .where('topic_id', '=', p('topic'))
    .where('status', '=', sql.lit('published'))
    .where('path', '>', p('path'))
    .orderBy('path')
    .orderBy('entry_id')
    .limit(p('limit')),
)

const formerPaths = preparedQuery<{ topic: string; path: string; limit: number }>()((db, p) =>
  db
    .selectFrom('entries')
    .select(LISTED_COLUMNS)
    .where('topic_id', '=', p('topic'))
    .where('status', '=', sql.lit('published'))
    .where('path', '<', p('path'))
    .orderBy('path', 'desc')
    .orderBy('entry_id', 'desc')
    .limit(p('limit')),
)

/** The neighbours of an article are asked for with each page that shows one: their statements are made once. */
function listNeighbours(
  db: Db,
  { topicId: topic, under, behind, before, after, limit }: ContentsParams,
): Promise<ListedRow[]> | null {
  if (after !== null || under !== undefined) return null
  if (behind !== undefined && before === undefined) return nextPaths.all(db, { topic, path: behind, limit })
  if (before !== undefined && behind === undefined) return formerPaths.all(db, { topic, path: before, limit })
  return null
}

/** Listed entries of a topic in the order of their paths. */
export function listContentsRows(db: Db, params: ContentsParams): Promise<ListedRow[]> {
  return listNeighbours(db, params) ?? listAnyContents(db, params)
}

function listAnyContents(
  db: Db,
  { topicId, under, behind, before, ...asked }: ContentsParams,
): Promise<ListedRow[]> {
  let query = db
    .selectFrom('entries')
    .select(LISTED_COLUMNS)
    .where('topic_id', '=', topicId)
    .where('status', '=', sql.lit('published'))
  if (behind !== undefined) query = query.where('path', '>', behind)
  if (before !== undefined) query = query.where('path', '<', before)
  if (under !== undefined)
    query = query
      .where('path', '>=', under)
      .where('path', '<', `${under}${BEHIND_SLASH}`)
      .where((eb) => eb.or([eb('path', '=', under), eb('path', '>', `${under}/`)]))
  const from = before === undefined ? 'oldest' : 'newest'
  return pageOf(query, { by: ['path', 'entry_id'], from }, asked).execute()
}

/** The character after the slash: every path below another comes before it. */
const BEHIND_SLASH = '0'

/** Newest first. */
export function listRevisionRows(
  db: Db,
  asked: RowPageParams<readonly string[]> & { entryId: string },
): Promise<RevisionRow[]> {
  const query = db.selectFrom('revisions').selectAll().where('entry_id', '=', asked.entryId)
  return pageOf(query, { by: ['published_at', 'publication_hash'], from: 'newest' }, asked).execute()
}
