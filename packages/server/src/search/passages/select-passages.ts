import { PASSAGE_LIMITS } from '@colophon/contract'
import type { ListedRow } from '../../storage/listed-row.ts'
import type { Outline } from '../../text/outline.ts'
import { type Question, questionOf } from '../index/question.ts'
import { worthOf } from '../index/statistics.ts'
import type { Ranked, ThreadRequest } from '../indexer/messages.ts'
import type { Rows } from '../indexer/rows.ts'
import { readListed } from '../pages/listed-rows.ts'
import type { Outlines } from '../pages/outlines.ts'
import { chunksOf } from './chunks.ts'
import { fillPage, type WalkChunk } from './fill-page.ts'
import { createScorer, type ScoreChunks } from './score-chunks.ts'
import {
  headMarkOf,
  type PassagePlace,
  pinnedStrength,
  pinnedWords,
  readPlace,
  sealable,
  type WalkEntry,
  type WalkPins,
} from './walk-place.ts'

export type PassagesRequest = ThreadRequest & { kind: 'passages' }

interface Sources {
  readonly rows: Rows
  readonly outlines: Outlines
  rank(asked: ThreadRequest & { kind: 'rank' }): Promise<Ranked>
}

/** A chunk with the entry and the revision that it is of. */
export interface FoundPassage extends WalkChunk {
  readonly row: ListedRow
  readonly outline: Outline
}

export interface FoundPassages {
  readonly question: Question
  readonly passages: readonly FoundPassage[]
  /** Null where there is nothing more. */
  readonly place: PassagePlace | null
}

/** So many entries are read at once: about as many as a page of the usual budget has passages. */
const GROUP = 8
const DECIMALS = 1e6

/**
 * The passages of the entries that `most` ranks first. The first page decides which entries these are, and with which heads;
 * one that has another head later, or is no longer listed for the caller, is left out of the rest of the walk.
 */
export async function selectPassages(sources: Sources, asked: PassagesRequest): Promise<FoundPassages> {
  const question = questionOf(asked.query)
  const { pins, after } =
    asked.place === null ? await firstPins(sources, asked, question) : readPlace(asked.place)
  const listed = await readListed(sources.rows, {
    entryIds: pins.entries.map(({ entryId }) => entryId),
    topics: asked.topics,
  })
  const scoreChunks = createScorer(question, pins.words)
  const mostBytes = Math.min(PASSAGE_LIMITS.bytes, asked.budget * 4)
  const read = new Map<number, Promise<FoundPassage[][]>>()
  const readGroup = (group: number) => {
    const known = read.get(group) ?? readEntries(group)
    read.set(group, known)
    return known
  }
  async function readEntries(group: number): Promise<FoundPassage[][]> {
    const first = group * GROUP
    const entries = pins.entries.slice(first, first + GROUP).flatMap((entry, place) => {
      const row = listed.get(entry.entryId)
      const isSame = row !== undefined && headMarkOf(row.content_hash) === entry.headMark
      return isSame ? [{ ...entry, row, place: first + place }] : []
    })
    const outlines = await sources.outlines(entries.map(({ row }) => row.content_hash))
    return entries.map((entry) => {
      const outline = outlines.get(entry.row.content_hash)
      return outline === undefined ? [] : passagesIn({ ...entry, outline }, scoreChunks, mostBytes)
    })
  }
  const groups = Math.ceil(pins.entries.length / GROUP)
  const { chunks, end } = await fillPage({ groups, readGroup }, after, asked.budget)
  return {
    question,
    passages: chunks,
    place: end === null ? null : sealable(pins, end),
  }
}

interface ReadEntry extends WalkEntry {
  readonly row: ListedRow
  readonly outline: Outline
  readonly place: number
}

function passagesIn(
  { row, outline, strength, place }: ReadEntry,
  scoreChunks: ScoreChunks,
  mostBytes: number,
): FoundPassage[] {
  const chunks = chunksOf(outline, mostBytes)
  const scored = scoreChunks(row, outline, chunks)
  return scored.map((found) => ({
    ...found,
    score: Math.round(found.score * strength * DECIMALS) / DECIMALS,
    entry: place,
    row,
    outline,
  }))
}

async function firstPins(
  { rows, rank }: Sources,
  { topics, query, mode, exact, now }: PassagesRequest,
  question: Question,
): Promise<{ pins: WalkPins; after: null }> {
  const page = {
    limit: PASSAGE_LIMITS.entries,
    after: null,
    statistics: null,
    suggest: false,
    most: { pins: null },
  }
  const { hits, pins } = await rank({ kind: 'rank', topics, query, mode, exact, now, ...page })
  const listed = await readListed(rows, { entryIds: hits.map(({ entryId }) => entryId), topics })
  const best = hits[0]?.score ?? 0
  const measures = question.words.map((_, word) => ({
    worth: pins === null ? 0 : worthOf(pins.measures.statistics, word),
    isBeginning: pins?.measures.beginnings.includes(word) ?? false,
  }))
  const entries = hits.flatMap(({ entryId, score }): WalkEntry[] => {
    const row = listed.get(entryId)
    if (row === undefined) return []
    return [
      {
        entryId,
        headMark: headMarkOf(row.content_hash),
        strength: pinnedStrength(best > 0 ? score / best : 1),
      },
    ]
  })
  return { pins: { words: pinnedWords(measures), entries }, after: null }
}
