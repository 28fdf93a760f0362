import type { IndexedDocument } from '../index/document.ts'
import type { Garbage } from '../indexer/garbage.ts'
import { indexedDocumentOf } from '../indexer/indexer.ts'
import { type IndexChange, readChanges } from '../indexer/indexer-store.ts'
import type { ReadBytes } from '../indexer/read-bytes.ts'
import { readInPieces } from '../indexer/read-in-pieces.ts'
import type { PostgresRows } from '../indexer/rows-postgres.ts'
import {
  beginProgress,
  type IndexingPhase,
  isCurrent,
  lockProgress,
  readStates,
  type TopicProgress,
  type TopicState,
  writeProgress,
} from './progress.ts'
import { writeDocuments } from './write-documents.ts'

/** Documents written in one transaction, as far as their words are not many, and those removed. */
const WRITTEN_AT_ONCE = 64
const WORDS_AT_ONCE = 100_000
const CLEARED_AT_ONCE = 1000

export interface TopicIndexerSources {
  readonly rows: PostgresRows
  readonly readBytes: ReadBytes
  warn(message: string): void
  /** Of the thread that it runs in. */
  readonly garbage: Garbage
}

/**
 * Makes the documents of a topic what its list says, in steps. Each is a transaction that verifies that the topic is where
 * the step began: of processes that make the same step one succeeds, and the others go on from there. One that is killed
 * leaves whole steps behind.
 */
export function createTopicIndexer(sources: TopicIndexerSources) {
  const phases: { [P in IndexingPhase]: (state: TopicState, progress: TopicProgress) => Promise<void> } = {
    clearing: (_, progress) => clear(sources.rows, progress),
    filling: (_, progress) => fill(sources, progress),
    following: (state, progress) => apply(sources, state, progress),
  }

  /** One step; the topic as it is then, or null where it has gone. */
  async function step(state: TopicState): Promise<TopicState | null> {
    const { progress, epoch, topicId } = state
    if (progress === null || progress.epoch !== epoch) await beginProgress(sources.rows, state)
    else await phases[progress.phase](state, progress)
    return (await readStates(sources.rows, [topicId]))[0] ?? null
  }

  return {
    /** Until everything that was listed before is among the documents, or `goesOn` says no. */
    async follow(
      begun: TopicState,
      goesOn: (now: TopicState) => Promise<boolean> = async () => true,
    ): Promise<TopicState | null> {
      let state: TopicState | null = begun
      while (state !== null && !isCurrent(state) && (await goesOn(state))) state = await step(state)
      sources.garbage.rest()
      return state
    },
  }
}

async function clear(rows: PostgresRows, progress: TopicProgress): Promise<void> {
  await rows.inTransaction(async () => {
    if (!(await lockProgress(rows, progress))) return
    const removed = await rows.query(
      `delete from search_documents where entry_id in
         (select entry_id from search_documents where topic_id = $1 order by place limit $2) returning 1`,
      [progress.topicId, CLEARED_AT_ONCE],
    )
    if (removed.length === CLEARED_AT_ONCE) return
    const phase = progress.seq === 0 ? 'following' : 'filling'
    await writeProgress(rows, { ...progress, phase, documents: 0, lengths: [0, 0, 0, 0] })
  })
}

interface Filled extends IndexChange {
  readonly published: readonly [publishedAt: string, publicationHash: string]
}

/** In the order of publication, as changes come after it. */
async function fill(sources: TopicIndexerSources, progress: TopicProgress): Promise<void> {
  const { rows } = sources
  const found = await rows.query(
    `select entry_id, content_hash, mode, refresh_after, published_at, publication_hash from entries
     where topic_id = $1 and status = 'published' and (published_at, publication_hash) > ($2, $3)
     order by published_at, publication_hash limit $4`,
    [progress.topicId, ...progress.filled, WRITTEN_AT_ONCE],
  )
  const entries = found.map(
    (row): Filled => ({
      seq: progress.seq,
      entryId: String(row.entry_id),
      contentHash: String(row.content_hash),
      mode: String(row.mode),
      refreshAfter: row.refresh_after === null ? null : String(row.refresh_after),
      published: [String(row.published_at), String(row.publication_hash)],
    }),
  )
  const { documents, last } = await read(sources, entries)
  await rows.inTransaction(async () => {
    if (!(await lockProgress(rows, progress))) return
    const next = await writeDocuments(rows, progress, { documents, gone: [] })
    const phase = last === null ? 'following' : 'filling'
    await writeProgress(rows, { ...next, filled: last?.published ?? progress.filled, phase })
  })
}

async function apply(
  sources: TopicIndexerSources,
  state: TopicState,
  progress: TopicProgress,
): Promise<void> {
  const { rows } = sources
  const { topicId, seq } = progress
  const changes = await readChanges(rows, { topicId, after: seq, limit: WRITTEN_AT_ONCE })
  // They have no gaps: where the next one is gone, a server that keeps its index in memory has packed it.
  if (changes[0]?.seq !== seq + 1) return beginProgress(rows, state, { areChangesGone: true })
  const newest = new Map(changes.map((change) => [change.entryId, change]))
  const { last, ...changed } = await read(
    sources,
    changes.filter((change) => newest.get(change.entryId) === change),
  )
  await rows.inTransaction(async () => {
    if (!(await lockProgress(rows, progress))) return
    const next = await writeDocuments(rows, progress, changed)
    await writeProgress(rows, { ...next, seq: last?.seq ?? seq })
  })
}

/** The first of these changes as documents, and the last of those; null for none. */
async function read<C extends IndexChange>(
  sources: TopicIndexerSources,
  changes: readonly C[],
): Promise<{ documents: IndexedDocument[]; gone: string[]; last: C | null }> {
  const documents: IndexedDocument[] = []
  const gone: string[] = []
  let last: C | null = null
  let words = 0
  const withBytes = readInPieces(sources.readBytes, changes, ({ contentHash }) => contentHash)
  for await (const { asked: change, bytes } of withBytes) {
    const document = indexedDocumentOf(sources, change, bytes)
    if (document === null) gone.push(change.entryId)
    else documents.push(document)
    sources.garbage.add(bytes?.length ?? 0)
    last = change
    words += document?.words.size ?? 0
    if (words >= WORDS_AT_ONCE) break
  }
  return { documents, gone, last }
}
