import { listForSearch } from '../../src/catalog/apply-search.ts'
import { Problem } from '../../src/core/problem.ts'
import { createLogger } from '../../src/runtime/logger.ts'
import type { IndexPlace } from '../../src/search/indexer/messages.ts'
import {
  createSearchIndex,
  type SearchIndex,
  type SearchTimes,
} from '../../src/search/indexer/search-index.ts'
import { databaseBlobs } from '../../src/storage/blobs/database-blobs.ts'
import { openStorage } from '../../src/storage/open-storage.ts'
import type { Storage } from '../../src/storage/storage.ts'
import { encodeRevision, type RevisionMeta } from '../../src/text/front-matter.ts'
import type { Cleanup, TestEngine } from './engines.ts'

export const WAIT_MILLISECONDS = 60_000
/** Only when it is told to. */
export const NEVER = { every: 600_000, within: WAIT_MILLISECONDS }
export const CURSOR_KEY = new Uint8Array(32)

interface OpenedSearch {
  storage: Storage
  databaseUrl: string
  index(times?: Partial<SearchTimes>, place?: IndexPlace): SearchIndex
}

export async function openSearch(
  engine: TestEngine,
  t: Cleanup,
  place: IndexPlace = 'memory',
): Promise<OpenedSearch> {
  const databaseUrl = await engine.freshUrl(t)
  const storage = await openStorage(databaseUrl)
  const indexes: SearchIndex[] = []
  t.after(async () => {
    for (const index of indexes) await index.close()
    await storage.close()
  })
  return {
    storage,
    databaseUrl,
    index(times = {}, here = place) {
      const log = createLogger('silent', () => {})
      const all = { idle: 60_000, answer: 30_000, packing: NEVER, ...times }
      indexes.push(
        createSearchIndex(
          {
            storage,
            log,
            countLost: () => {},
            thread: { databaseUrl, blobs: 'database', index: here, cursorKey: CURSOR_KEY },
            isPaused: async () => false,
          },
          all,
        ),
      )
      return indexes.at(-1) as SearchIndex
    },
  }
}

export function entryId(place: number): string {
  return `${String(place).padStart(8, '0')}-0000-4000-8000-000000000000`
}

function metaOf(place: number): RevisionMeta {
  const zeros = '0'.repeat(64)
  return {
    accepted_by: 'a',
    author: 'a',
    created_at: '2026-03-02T09:30:00.000Z',
    document_kind: 'article',
    entry_id: entryId(place),
    format_version: 1,
    kind: 'candidate',
    parent_hash: null,
    path: `/t/p-${place}`,
    policy_hash: zeros,
    proposal_hash: zeros,
    references: [],
    summary: 's',
    title: `Title ${place}`,
    topic_id: 't',
    applicability: null,
    observed_at: null,
    refresh_after: null,
  }
}

/** Lists articles whose body is the text of their place. */
export async function listArticles(
  storage: Storage,
  places: readonly number[],
  textOf: (place: number) => string,
): Promise<void> {
  const { putWithin } = databaseBlobs(storage)
  await storage.write(async (tx) => {
    for (const place of places) {
      const { sha256, bytes } = encodeRevision(metaOf(place), `${textOf(place)}\n`)
      await putWithin?.(tx, sha256, bytes)
      await listForSearch(tx, {
        topic_id: 't',
        entry_id: entryId(place),
        content_hash: sha256,
        mode: 'direct',
        refresh_after: null,
      })
    }
  })
}

/** By any word where `most` is given. */
export function rankOf(index: SearchIndex, query: string, topics = ['t'], most?: object) {
  const plain = { mode: null, exact: null, now: 0, limit: 50, after: null, statistics: null }
  const way = most === undefined ? { suggest: true } : { suggest: false, most: { pins: null } }
  return index.ask<'rank'>({ kind: 'rank', topics, query, ...plain, ...way })
}

export const upTo = (count: number) => Array.from({ length: count }, (_, place) => place)
export const wordsOf = (place: number) => `common ${'apple '.repeat(place % 7)} word${place}`

export async function packedSeq(storage: Storage): Promise<number> {
  return (await storage.read.selectFrom('search_topics').select('packed_seq').executeTakeFirstOrThrow())
    .packed_seq
}

export function isOverloaded(error: unknown): boolean {
  return error instanceof Problem && error.code === 'overloaded'
}
