import type { WrittenAnswer } from '../../core/written-answer.ts'
import type { LostCode } from '../../storage/blobs/blob-store.ts'
import type { RankingParams } from '../index/rank.ts'
import type { MostHit, Pins } from '../index/rank-most.ts'
import type { Statistics } from '../index/statistics.ts'
import type { PassagePlace } from '../passages/walk-place.ts'

/** What the search thread is asked. */
export type ThreadRequest =
  | ({ kind: 'rank' } & SearchParams & { limit: number })
  | ({ kind: 'search'; page: ResultPageParams } & SearchParams)
  /** `place`: where the page before ended. */
  | ({ kind: 'passages'; budget: number; place: PassagePlace | null; binding: string } & PassageParams)
  /** The outline of a revision that the caller may read, from its section number `first` on. */
  | { kind: 'sections'; sha256: string; first: number; binding: string }

interface SearchParams extends Omit<RankingParams, 'limit'> {
  topics: string[]
  suggest: boolean
  /** Any word will do; on later pages with what the first one decided. Absent: every word must match. */
  most?: { pins: Pins | null } | null
}

type PassageParams = Pick<SearchParams, 'topics' | 'query' | 'mode' | 'exact' | 'now'>

/** How many hits a page has at most, and what its cursor is bound to. */
interface ResultPageParams {
  limit: number
  binding: string
}

/** Hits of either way to match, and what later pages are measured by. */
export interface Ranked {
  hits: MostHit[]
  statistics: Statistics
  /** Null where every word must match. */
  pins: Pins | null
  since: number
  suggestions: string[]
}

export interface Answers {
  rank: Ranked
  search: WrittenAnswer
  sections: WrittenAnswer
  passages: WrittenAnswer
}

/** To the thread: a question, or whether what it wanted written was written. */
export type ToThread = { id: number; asked: ThreadRequest } | WriteResult

/** From the thread. */
export type FromThread =
  | { kind: 'answer'; id: number; answer: Answers[keyof Answers] }
  /** `detail` is for the caller; null where the failure is our own. */
  | { kind: 'failure'; id: number; message: string; detail: string | null }
  | IndexerMessage

/** From the indexer: the thread, and the process that packs. */
export type IndexerMessage =
  | { kind: 'write'; id: number; packing: Packing }
  | { kind: 'warning'; message: string }
  | { kind: 'lost'; code: LostCode; message: string }

export interface WriteResult {
  id: number
  written: boolean
}

/** What only the main thread can do for the packing of a topic, because it alone writes. */
export type Packing =
  | { step: 'claim'; topicId: string; epoch: string; packedSeq: number }
  | { step: 'part'; topicId: string; segment: string; part: number; bytes: Uint8Array }
  | { step: 'remake'; topicId: string; epoch: string }
  | {
      step: 'use'
      topicId: string
      epoch: string
      packedSeq: number
      upTo: number
      segments: string[]
      /** Those that they take the place of; they are discarded next. */
      replaced: string[]
    }
  | { step: 'discard'; topicId: string; segment: string }
  /** Changes that are in segments. */
  | { step: 'drop'; topicId: string; epoch: string; upTo: number }

export interface PackingData {
  databaseUrl: string
  blobs: string
  index: IndexPlace
  topics: string[]
}

export interface ThreadData {
  databaseUrl: string
  blobs: string
  index: IndexPlace
  cursorKey: Uint8Array
}

/** Where the index of search is: in the memory of each server, or in PostgreSQL. */
export type IndexPlace = 'memory' | 'postgres'

/** A question that cannot be answered now: its message is for the caller. */
export class SearchRefused extends Error {
  override readonly name = 'SearchRefused'
}
