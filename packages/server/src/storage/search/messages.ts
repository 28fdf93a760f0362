import type { Ranking, RankingAsked } from '../../core/search/rank.ts'
import type { WrittenAnswer } from '../../core/written-answer.ts'

/** What the search thread is asked. */
export type Asked =
  | ({ kind: 'rank' } & Searched & { limit: number })
  | ({ kind: 'search'; page: AskedPage } & Searched)

interface Searched extends Omit<RankingAsked, 'limit'> {
  topics: string[]
  suggest: boolean
}

/** How many hits a page has at most, and what its cursor is bound to. */
interface AskedPage {
  limit: number
  binding: string
}

export interface Answers {
  rank: Ranking & { suggestions: string[] }
  search: WrittenAnswer
}

/** To the thread: a question, or whether what it wanted written was written. */
export type ToThread = { id: number; asked: Asked } | Written

/** From the thread. */
export type FromThread =
  | { kind: 'answer'; id: number; answer: Answers[keyof Answers] }
  | { kind: 'failure'; id: number; message: string }
  | FromFollower

/** From whatever follows the lists of the topics: the thread, and the process that packs. */
export type FromFollower =
  | { kind: 'write'; id: number; packing: Packing }
  | { kind: 'warning'; message: string }

export interface Written {
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
  topics: string[]
}

export interface ThreadData {
  databaseUrl: string
  blobs: string
  cursorKey: Uint8Array
}
