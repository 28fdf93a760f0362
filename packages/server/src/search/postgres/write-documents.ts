import type { IndexedDocument } from '../index/document.ts'
import { FIELDS } from '../index/segment.ts'
import type { PostgresRows } from '../indexer/rows-postgres.ts'
import { type DocumentRow, documentRowOf, type Lengths, lengthsOf } from './document-rows.ts'
import { SEARCH_INDEX_LIMITS } from './index-limits.ts'
import { vectorOf } from './lexemes.ts'
import type { TopicProgress } from './progress.ts'

/** What changed in a topic, the documents in the order in which they were published. */
interface ChangedDocuments {
  readonly documents: readonly IndexedDocument[]
  /** Ids of entries that left the list. */
  readonly gone: readonly string[]
}

const INSERT = `insert into search_documents
    (entry_id, topic_id, place, published_at, mode, refresh_after, facts, size, words, terms)
  select d.entry_id, $1, d.place, coalesce(e.published_at, ''), d.mode, d.refresh_after, d.facts, octet_length(d.words),
    d.words, d.terms::tsvector
  from unnest($2::text[], $3::int8[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[])
    as d (entry_id, place, mode, refresh_after, facts, words, terms)
  left join entries e on e.entry_id = d.entry_id
  on conflict (entry_id) do update set topic_id = excluded.topic_id, place = excluded.place,
    published_at = excluded.published_at, mode = excluded.mode, refresh_after = excluded.refresh_after,
    facts = excluded.facts, size = excluded.size, words = excluded.words, terms = excluded.terms`

/** Writes documents of a topic and removes others, in a transaction that holds its progress; answers what that is now. */
export async function writeDocuments(
  rows: PostgresRows,
  progress: TopicProgress,
  { documents, gone }: ChangedDocuments,
): Promise<TopicProgress> {
  const written = documents.map(documentRowOf)
  const ids = [...written.map(({ entry_id }) => entry_id), ...gone]
  const replaced = await rows.query(
    'select facts from search_documents where topic_id = $1 and entry_id = any($2)',
    [progress.topicId, ids],
  )
  if (gone.length > 0)
    await rows.query('delete from search_documents where topic_id = $1 and entry_id = any($2)', [
      progress.topicId,
      gone,
    ])
  const cuts = await insert(rows, progress, { documents, written })
  const before = replaced.map(({ facts }) => lengthsOf(String(facts)))
  const added = documents.map(({ lengths }) => lengths)
  return {
    ...progress,
    place: progress.place + documents.length,
    documents: progress.documents + added.length - before.length,
    lengths: difference(sumOf([progress.lengths, ...added]), sumOf(before)),
    languages: documents.reduce((all, { languages }) => all | languages, progress.languages),
    cuts: progress.cuts | cuts,
  }
}

async function insert(
  rows: PostgresRows,
  { topicId, number, place }: TopicProgress,
  { documents, written }: { documents: readonly IndexedDocument[]; written: readonly DocumentRow[] },
): Promise<number> {
  if (documents.length === 0) return 0
  const vectors = documents.map((document, i) =>
    vectorOf(document, { topic: number, block: blockOf(place + i) }),
  )
  await rows.query(INSERT, [
    topicId,
    written.map(({ entry_id }) => entry_id),
    written.map((_, i) => place + i),
    written.map(({ mode }) => mode),
    written.map(({ refresh_after }) => refresh_after),
    written.map(({ facts }) => facts),
    written.map(({ words }) => words),
    vectors.map(({ vector }) => vector),
  ])
  return vectors.reduce((all, { cuts }) => all | cuts, 0)
}

/** The block of a place. */
export function blockOf(place: number): number {
  return Math.floor(place / SEARCH_INDEX_LIMITS.block)
}

function sumOf(all: readonly Lengths[]): Lengths {
  const [title, path, summary, body] = Array.from({ length: FIELDS }, (_, field) =>
    all.reduce((sum, lengths) => sum + (lengths[field] ?? 0), 0),
  )
  return [title ?? 0, path ?? 0, summary ?? 0, body ?? 0]
}

function difference(one: Lengths, other: Lengths): Lengths {
  return [one[0] - other[0], one[1] - other[1], one[2] - other[2], one[3] - other[3]]
}
