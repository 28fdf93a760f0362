import type { PostgresRows } from '../indexer/rows-postgres.ts'
import type { DocumentRow } from './document-rows.ts'
import { SEARCH_INDEX_LIMITS } from './index-limits.ts'
import { blockQuery, type WantedKeys } from './lexemes.ts'
import type { TopicProgress } from './progress.ts'
import { blockOf } from './write-documents.ts'

/** What is looked through: topics that the caller may read. */
export interface SearchScope {
  readonly rows: PostgresRows
  readonly topics: readonly TopicProgress[]
}

interface Candidates {
  readonly found: DocumentRow[]
  /** There are no others. */
  readonly isAll: boolean
}

interface CandidateParams {
  readonly wanted: WantedKeys
  /** Null for every mode. */
  readonly mode: string | null
  readonly limit: number
  /** Of how many of the newest documents about to look first: 1 for all of them. */
  readonly share: number
}

const COLUMNS = 'd.entry_id, d.mode, d.refresh_after, d.facts, d.words'

/** Large documents come last: a few of them would leave no room for all others. */
const MATCHED = `with matched as materialized (
    select entry_id, topic_id, published_at, place, size, mode from search_documents where terms @@ any($1::tsquery[])
  ), newest as (
    select entry_id, published_at, place, size from matched where topic_id = any($2) and ($3::text is null or mode = $3)
    order by published_at desc, place desc limit $4
  ), measured as (
    select entry_id, sum(size) over (order by size > $5, published_at desc, place desc, entry_id) - size as before from newest
  )
  select ${COLUMNS}, (select count(*) from newest) as matched
  from measured m join search_documents d on d.entry_id = m.entry_id where m.before < $6`

/** The newest documents that match, as many as there is room for. */
export async function readCandidates(scope: SearchScope, asked: CandidateParams): Promise<Candidates> {
  const { limit, share } = asked
  if (share < 1) {
    const { found, matched } = await readMatched(scope, asked)
    if (matched >= limit) return { found, isAll: false }
  }
  const { found, matched } = await readMatched(scope, { ...asked, share: 1 })
  return { found, isAll: matched < limit && found.length === matched }
}

async function readMatched(
  { rows, topics }: SearchScope,
  { wanted, mode, limit, share }: CandidateParams,
): Promise<{ found: DocumentRow[]; matched: number }> {
  const queries = queriesOf(topics, wanted, share)
  const ids = topics.map(({ topicId }) => topicId)
  const { largeBytes, bytes } = SEARCH_INDEX_LIMITS
  const found = await rows.query(MATCHED, [queries, ids, mode, limit, largeBytes, bytes])
  return { found: documentRows(found), matched: Number(found[0]?.matched ?? 0) }
}

/** One for each block: in a block a common word has few places. */
function queriesOf(topics: readonly TopicProgress[], wanted: WantedKeys, share: number): string[] {
  return topics.flatMap(({ number, place, cuts }) => {
    const last = blockOf(Math.max(0, place - 1))
    const first = blockOf(Math.max(0, Math.floor(place * (1 - share))))
    return Array.from({ length: last - first + 1 }, (_, i) =>
      blockQuery(wanted, { topic: number, block: last - i }, cuts),
    )
  })
}

/** In how many documents something stands, as far as it is counted. */
export async function countMatches({ rows, topics }: SearchScope, wanted: WantedKeys): Promise<number> {
  const found = await rows.query(
    `select count(*) as count from
       (select 1 from search_documents where terms @@ any($1::tsquery[]) limit $2) as counted`,
    [queriesOf(topics, wanted, 1), SEARCH_INDEX_LIMITS.counted],
  )
  return Number(found[0]?.count ?? 0)
}

/** The newest documents of every topic, of each about as many. */
export async function readSample({ rows, topics }: SearchScope): Promise<DocumentRow[]> {
  const { sample, bytes, largeBytes } = SEARCH_INDEX_LIMITS
  const total = topics.reduce((sum, { documents }) => sum + documents, 0)
  const ofOne = total <= sample ? sample : Math.max(4, Math.ceil((4 * sample) / topics.length))
  return documentRows(
    await rows.query(
      `with newest as (
         select s.entry_id, s.published_at, s.place, s.size from unnest($1::text[]) as t (topic_id) cross join lateral
           (select entry_id, published_at, place, size from search_documents where topic_id = t.topic_id
            order by place desc limit $2) as s
         order by s.published_at desc, s.place desc limit $3
       ), measured as (
         select entry_id, sum(size) over (order by size > $4, published_at desc, place desc, entry_id) - size as before
         from newest
       )
       select ${COLUMNS} from measured m join search_documents d on d.entry_id = m.entry_id where m.before < $5`,
      [topics.map(({ topicId }) => topicId), ofOne, sample, largeBytes, bytes],
    ),
  )
}

/** The document of an entry, if it is in the scope. */
export async function readDocument({ rows, topics }: SearchScope, entryId: string): Promise<DocumentRow[]> {
  return documentRows(
    await rows.query(
      `select ${COLUMNS} from search_documents d where d.entry_id = $1 and d.topic_id = any($2)`,
      [entryId, topics.map(({ topicId }) => topicId)],
    ),
  )
}

function documentRows(found: readonly Record<string, unknown>[]): DocumentRow[] {
  // The columns are those of a document.
  return found as unknown as DocumentRow[]
}
