import type { PostgresRows } from '../indexer/rows-postgres.ts'
import type { DocumentRow } from './document-rows.ts'
import { SEARCH_INDEX_LIMITS } from './index-limits.ts'
import { blockQuery, type KeyBlock, type WantedKeys } from './lexemes.ts'
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
    select ctid as at, topic_id, published_at, place, size, mode from search_documents where terms @@ any($1::tsquery[])
  ), newest as (
    select at, published_at, place, size from matched where topic_id = any($2) and ($3::text is null or mode = $3)
    order by published_at desc, place desc limit $4
  ), measured as (
    select at, sum(size) over (order by size > $5, published_at desc, place desc, at) - size as before from newest
  )
  select ${COLUMNS}, (select count(*) from newest) as matched
  from measured m join search_documents d on d.ctid = m.at where m.before < $6`

/** The newest documents that match, as many as there is room for. */
export async function readCandidates(scope: SearchScope, asked: CandidateParams): Promise<Candidates> {
  const { limit, share, wanted } = asked
  const newest = blocksOf(scope.topics, share)
  const first = await readMatched(scope, asked, queriesOf(wanted, newest))
  if (first.matched >= limit || share >= 1) return candidatesOf(first, limit)
  const looked = new Set(newest.map(({ topic, block }) => `${topic} ${block}`))
  const others = blocksOf(scope.topics, 1).filter(({ topic, block }) => !looked.has(`${topic} ${block}`))
  const left = { ...asked, limit: limit - first.matched }
  const second = await readMatched(scope, left, queriesOf(wanted, others))
  return candidatesOf(
    { found: [...first.found, ...second.found], matched: first.matched + second.matched },
    limit,
  )
}

interface Matched {
  readonly found: DocumentRow[]
  readonly matched: number
}

function candidatesOf({ found, matched }: Matched, limit: number): Candidates {
  return { found, isAll: matched < limit && found.length === matched }
}

async function readMatched(
  { rows, topics }: SearchScope,
  { mode, limit }: CandidateParams,
  queries: readonly string[],
): Promise<Matched> {
  if (queries.length === 0) return { found: [], matched: 0 }
  const ids = topics.map(({ topicId }) => topicId)
  const { largeBytes, bytes } = SEARCH_INDEX_LIMITS
  const found = await rows.query(MATCHED, [queries, ids, mode, limit, largeBytes, bytes])
  return { found: documentRows(found), matched: Number(found[0]?.matched ?? 0) }
}

interface ScopeBlock extends KeyBlock {
  readonly cuts: number
}

/** Those that hold a share of the newest documents of each topic: in a block a common word has few places. */
function blocksOf(topics: readonly TopicProgress[], share: number): ScopeBlock[] {
  return topics.flatMap(({ number, place, cuts }) => {
    const last = blockOf(Math.max(0, place - 1))
    const first = Math.min(last, blockOf(Math.max(0, Math.floor(place * (1 - share)))))
    return Array.from({ length: last - first + 1 }, (_, i) => ({ topic: number, block: last - i, cuts }))
  })
}

function queriesOf(wanted: WantedKeys, blocks: readonly ScopeBlock[]): string[] {
  return blocks.map((block) => blockQuery(wanted, block, block.cuts))
}

/** In how many documents something stands, as far as it is counted. */
export async function countMatches({ rows, topics }: SearchScope, wanted: WantedKeys): Promise<number> {
  const found = await rows.query(
    `select count(*) as count from
       (select 1 from search_documents where terms @@ any($1::tsquery[]) limit $2) as counted`,
    [queriesOf(wanted, blocksOf(topics, 1)), SEARCH_INDEX_LIMITS.counted],
  )
  return Number(found[0]?.count ?? 0)
}

/** Remembers the sample of the last scope, as long as nothing is published or retired in it. */
export function createSampler(): (scope: SearchScope) => Promise<readonly DocumentRow[]> {
  let known: { key: string; sample: readonly DocumentRow[] } | null = null
  return async (scope) => {
    const key = JSON.stringify(scope.topics.map(({ topicId, epoch, seq }) => [topicId, epoch, seq]))
    if (known?.key !== key) known = { key, sample: await readSample(scope) }
    return known.sample
  }
}

/** The newest documents of every topic, of each about as many. */
async function readSample({ rows, topics }: SearchScope): Promise<DocumentRow[]> {
  const { sample, sampleBytes, largeBytes } = SEARCH_INDEX_LIMITS
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
      [topics.map(({ topicId }) => topicId), ofOne, sample, largeBytes, sampleBytes],
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
