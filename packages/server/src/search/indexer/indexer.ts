import { setImmediate as rest } from 'node:timers/promises'
import { toPlainText } from '@colophon/cli/markdown'
import { decodeRevision } from '../../text/front-matter.ts'
import { INDEXED_MODES, type IndexedDocument, termsOfText } from '../index/document.ts'
import { openSegment, type Segment } from '../index/segment.ts'
import { packedOf, SegmentUnusable } from '../index/segment-bytes.ts'
import type { Garbage } from './garbage.ts'
import {
  type IndexChange,
  readChanges,
  readHead,
  readHeads,
  readSegment,
  type TopicHead,
} from './indexer-store.ts'
import type { ReadBytes } from './read-bytes.ts'
import { readInPieces } from './read-in-pieces.ts'
import type { Rows } from './rows.ts'
import { addChanges, type HeldSegment, newTopicIndex, setStored, type TopicIndex } from './topic-index.ts'

/** Changes read at once; between two such readings the thread does other things. */
const BATCH = 1000
/** Words of documents that are held unpacked: they are what the thread's heap is for. */
const WORDS_AT_ONCE = 100_000

interface Indexer {
  /** Everything of these topics that was committed before the call. */
  segmentsOf(topicIds: readonly string[]): Promise<Segment[]>
  /** Indexes every topic. */
  indexAll(): Promise<void>
  /** One topic, as far as it has come; null where there is none. */
  indexTopic(topicId: string): Promise<TopicIndex | null>
}

export interface IndexerSources {
  rows: Rows
  readBytes: ReadBytes
  warn(message: string): void
  /** The stored segments of a topic cannot be used: makes its list anew. */
  remake(topicId: string, epoch: string): Promise<unknown>
  /** Of the thread that it runs in. */
  readonly garbage: Garbage
}

/** Keeps the index of each topic up to date, change by change. One call at a time. */
export function createIndexer(sources: IndexerSources): Indexer {
  const { rows, garbage } = sources
  const topics = new Map<string, TopicIndex>()
  let dataVersion: number | null = null
  let heads = new Map<string, TopicHead>()

  async function refreshHeads(): Promise<void> {
    const now = rows.dataVersion()
    if (now !== null && now === dataVersion) return
    heads = new Map((await readHeads(rows)).map((head) => [head.topicId, head]))
    dataVersion = now
  }

  async function catchUpWith(topicId: string): Promise<TopicIndex | null> {
    const head = heads.get(topicId)
    if (head === undefined) {
      topics.delete(topicId)
      return null
    }
    const index = topics.get(topicId) ?? newTopicIndex()
    topics.set(topicId, index)
    if (index.epoch === head.epoch && index.seq >= head.seq) return index
    await catchUp(sources, { topicId, index, target: head })
    return index
  }

  return {
    async segmentsOf(topicIds) {
      await refreshHeads()
      const segments: Segment[] = []
      for (const topicId of topicIds) {
        const index = await catchUpWith(topicId)
        for (const { segment } of index?.held ?? []) if (segment.live > 0) segments.push(segment)
      }
      return segments
    },
    async indexAll() {
      await refreshHeads()
      for (const topicId of [...topics.keys(), ...heads.keys()]) await catchUpWith(topicId)
      garbage.rest()
    },
    async indexTopic(topicId) {
      await refreshHeads()
      return catchUpWith(topicId)
    },
  }
}

interface CatchUp {
  topicId: string
  index: TopicIndex
  target: TopicHead
}

async function catchUp(sources: IndexerSources, { topicId, index, target }: CatchUp): Promise<void> {
  while (index.epoch !== target.epoch || index.seq < target.seq) {
    const reading = sources.rows.atOnce(() => readNext(sources.rows, { topicId, index, target }))
    const changes = await reading.catch(async (error: unknown) => {
      if (error instanceof SegmentUnusable) await sources.remake(topicId, target.epoch)
      throw error
    })
    if (changes === null) return
    await addBatch(sources, index, changes)
    await rest()
  }
}

/**
 * The next changes on one picture of the database: a packing may have put segments in the place of those that
 * were to come. Null where the topic has gone, or was made anew meanwhile.
 */
async function readNext(rows: Rows, { topicId, index, target }: CatchUp): Promise<IndexChange[] | null> {
  const head = await readHead(rows, topicId)
  if (head === null || head.epoch !== target.epoch) return null
  if (index.epoch !== head.epoch || index.seq < head.packedSeq) {
    const stored: HeldSegment[] = []
    for (const name of head.segments) stored.push(await openStored(rows, { topicId, name, index }))
    setStored(index, stored, head)
  }
  return readChanges(rows, { topicId, after: index.seq, limit: BATCH })
}

async function openStored(
  rows: Rows,
  { topicId, name, index }: { topicId: string; name: string; index: TopicIndex },
): Promise<HeldSegment> {
  const known = index.held.find(({ stored }) => stored === name)
  if (known !== undefined) return known
  return { stored: name, segment: openSegment(packedOf(await readSegment(rows, topicId, name))) }
}

/** Adds changes in the order of their numbers; of several of an entry only the last one counts. */
async function addBatch(
  sources: IndexerSources,
  index: TopicIndex,
  changes: readonly IndexChange[],
): Promise<void> {
  const newest = new Map(changes.map((change) => [change.entryId, change]))
  const last = changes.filter((change) => newest.get(change.entryId) === change)
  let documents: IndexedDocument[] = []
  let gone: string[] = []
  let words = 0
  const withBytes = readInPieces(sources.readBytes, last, ({ contentHash }) => contentHash)
  for await (const { asked: change, bytes } of withBytes) {
    const document = indexedDocumentOf(sources, change, bytes)
    if (document === null) gone.push(change.entryId)
    else documents.push(document)
    words += document?.words.size ?? 0
    sources.garbage.add(bytes?.length ?? 0)
    if (words < WORDS_AT_ONCE) continue
    addChanges(index, { documents, gone, upTo: change.seq })
    documents = []
    gone = []
    words = 0
    await rest()
  }
  addChanges(index, { documents, gone, upTo: changes.at(-1)?.seq ?? index.seq })
}

/** Null for an entry that left the list, and for one whose bytes are lost. */
export function indexedDocumentOf(
  sources: Pick<IndexerSources, 'warn'>,
  change: IndexChange,
  bytes: Uint8Array | undefined,
): IndexedDocument | null {
  const { entryId, contentHash, refreshAfter } = change
  if (contentHash === null) return null
  if (bytes === undefined) {
    sources.warn(`the bytes of ${contentHash} are missing: search leaves the entry out`)
    return null
  }
  const { meta, body } = decodeRevision(bytes)
  return {
    entryId,
    mode: INDEXED_MODES.find((mode) => mode === change.mode) ?? 'direct',
    refreshAfter: refreshAfter === null ? Number.POSITIVE_INFINITY : Date.parse(refreshAfter),
    ...termsOfText({ title: meta.title, path: meta.path, summary: meta.summary, body: toPlainText(body) }),
  }
}
