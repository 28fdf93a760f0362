import { setImmediate as rest } from 'node:timers/promises'
import { toPlainText } from '@colophon/cli/markdown'
import { collectHeap } from '../../runtime/idle-memory.ts'
import { decodeRevision } from '../../text/front-matter.ts'
import { INDEXED_MODES, type IndexedDocument, termsOfText } from '../index/document.ts'
import { openSegment, type Segment } from '../index/segment.ts'
import { packedOf, SegmentUnusable } from '../index/segment-bytes.ts'
import {
  type IndexChange,
  readChanges,
  readHead,
  readHeads,
  readSegment,
  type TopicHead,
} from './indexer-store.ts'
import type { ReadBytes } from './read-bytes.ts'
import type { Rows } from './rows.ts'
import { addChanges, type HeldSegment, newTopicIndex, setStored, type TopicIndex } from './topic-index.ts'

/** Changes read at once; between two such readings the thread does other things. */
const BATCH = 1000
/** Articles whose bytes are in memory at once. */
const READ_AT_ONCE = 16
/** As far as the size of the last ones tells. */
const BYTES_AT_ONCE = 1024 * 1024
/** A text of so many bytes leaves tens of megabytes behind, which the next one must not come upon. */
const LARGE = 256 * 1024
/** What smaller texts leave behind is collected after so many bytes of them, and when nothing is to be read any more. */
const COLLECTED_AFTER = 8 * 1024 * 1024
const WORTH_COLLECTING = 128 * 1024
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

interface Sources {
  rows: Rows
  readBytes: ReadBytes
  warn(message: string): void
  /** The stored segments of a topic cannot be used: makes its list anew. */
  remake(topicId: string, epoch: string): Promise<unknown>
}

/** Keeps the index of each topic up to date, change by change. One call at a time. */
export function createIndexer(sources: Sources): Indexer {
  const { rows } = sources
  const topics = new Map<string, TopicIndex>()
  const garbage = createGarbage()
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
    await catchUp(sources, { topicId, index, target: head, garbage })
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

/** The heap grows by what texts leave behind while they are read, and an idle thread has no reason to collect it. */
function createGarbage() {
  let bytes = 0
  const collect = () => {
    collectHeap()
    bytes = 0
  }
  return {
    /** After a text of so many bytes. */
    add(length: number): void {
      bytes += length
      if (length >= LARGE || bytes >= COLLECTED_AFTER) collect()
    },
    /** After the last text. */
    rest(): void {
      if (bytes >= WORTH_COLLECTING) collect()
    },
  }
}

interface CatchUp {
  garbage: ReturnType<typeof createGarbage>
  topicId: string
  index: TopicIndex
  target: TopicHead
}

async function catchUp(sources: Sources, { topicId, index, target, garbage }: CatchUp): Promise<void> {
  while (index.epoch !== target.epoch || index.seq < target.seq) {
    const reading = sources.rows.atOnce(() => readNext(sources.rows, { topicId, index, target }))
    const changes = await reading.catch(async (error: unknown) => {
      if (error instanceof SegmentUnusable) await sources.remake(topicId, target.epoch)
      throw error
    })
    if (changes === null) return
    await addBatch(sources, { index, garbage }, changes)
    await rest()
  }
}

/**
 * The next changes on one picture of the database: a packing may have put segments in the place of those that
 * were to come. Null where the topic has gone, or was made anew meanwhile.
 */
async function readNext(
  rows: Rows,
  { topicId, index, target }: Omit<CatchUp, 'garbage'>,
): Promise<IndexChange[] | null> {
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
  sources: Sources,
  { index, garbage }: Pick<CatchUp, 'index' | 'garbage'>,
  changes: readonly IndexChange[],
): Promise<void> {
  const newest = new Map(changes.map((change) => [change.entryId, change]))
  const last = changes.filter((change) => newest.get(change.entryId) === change)
  let documents: IndexedDocument[] = []
  let gone: string[] = []
  let words = 0
  for await (const { change, bytes } of withBytes(sources, last)) {
    const document = documentOf(sources, change, bytes)
    if (document === null) gone.push(change.entryId)
    else documents.push(document)
    words += document?.words.size ?? 0
    garbage.add(bytes?.length ?? 0)
    if (words < WORDS_AT_ONCE) continue
    addChanges(index, { documents, gone, upTo: change.seq })
    documents = []
    gone = []
    words = 0
    await rest()
  }
  addChanges(index, { documents, gone, upTo: changes.at(-1)?.seq ?? index.seq })
}

interface WithBytes {
  readonly change: IndexChange
  readonly bytes: Uint8Array | undefined
}

/** A few are read together. */
async function* withBytes(
  { readBytes }: Sources,
  changes: readonly IndexChange[],
): AsyncGenerator<WithBytes> {
  let width = READ_AT_ONCE
  for (let at = 0; at < changes.length; ) {
    const piece = changes.slice(at, at + width)
    at += piece.length
    const read = await readBytes(piece.flatMap(({ contentHash }) => contentHash ?? []))
    const most = Math.max(1, ...Array.from(read.values(), ({ length }) => length))
    width = Math.max(1, Math.min(READ_AT_ONCE, Math.floor(BYTES_AT_ONCE / most)))
    for (const change of piece) yield { change, bytes: read.get(change.contentHash ?? '') }
  }
}

function documentOf(
  sources: Sources,
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
