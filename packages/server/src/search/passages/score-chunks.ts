import type { Outline } from '../../text/outline.ts'
import { languagesOf } from '../analyse/languages.ts'
import { closenessOfHits, createHitFinder, type WordHit } from '../index/closeness.ts'
import type { Question } from '../index/question.ts'
import type { Chunk } from './chunks.ts'

/** What a word of the question is worth, and whether words that only begin with it count. */
export interface WordMeasure {
  readonly worth: number
  readonly isBeginning: boolean
}

export interface ScoredChunk {
  readonly chunk: Chunk
  /** Its place in the revision. */
  readonly place: number
  readonly score: number
  /** By word of the question: whether the chunk, its headings or the title have it. */
  readonly held: readonly boolean[]
}

export type ScoreChunks = (
  entry: { title: string; summary: string },
  outline: Outline,
  chunks: readonly Chunk[],
) => ScoredChunk[]

/** As many times as in the text a word counts in the heading, in those above it, and in the title. */
const IN_HEADING = 2
const ABOVE = 0.7
const IN_TITLE = 0.7
const SATURATION = 1.2
const CLOSENESS_SHARE = 0.25
/** How much the length of a chunk takes, and the length that takes nothing. */
const LENGTH_SHARE = 0.4
const USUAL_BYTES = 800

/**
 * Scores parts of a revision, best first, by BM25 over text and headings and by how close the words stand. Only what
 * has a word of the question itself is there, and the beginning of the revision.
 */
export function createScorer(question: Question, measures: readonly WordMeasure[]): ScoreChunks {
  const terms = question.words
    .slice(0, measures.length)
    .map(({ term }, place) => ({ term, isBeginning: measures[place]?.isBeginning ?? false }))
  const findIn = remembered((languages: number) => createHitFinder(terms, languages))
  const worths = measures.map(({ worth }) => worth)
  return ({ title, summary }, { text, sections }, chunks) => {
    // As the index takes them: the front matter is in no language.
    const body = text.slice(sections[1]?.textStart ?? text.length)
    const find = findIn(languagesOf(body, title, summary))
    const inTitle = timesOf(find(title), worths.length)
    const inHeading = remembered((heading: string) => timesOf(find(heading), worths.length))
    const scored = chunks.map((chunk, place): ScoredChunk & { isOwn: boolean } => {
      const hits = find(text.slice(chunk.textStart, chunk.textEnd))
      const times = timesOf(hits, worths.length)
      const own = inHeading(chunk.headings.at(-1) ?? '')
      const above = inHeading(chunk.headings.slice(0, -1).join('\n'))
      const norm = 1 - LENGTH_SHARE + (LENGTH_SHARE * (chunk.end - chunk.start)) / USUAL_BYTES
      const value = (word: number) =>
        (times[word] ?? 0) / norm +
        IN_HEADING * isThere(own, word) +
        ABOVE * isThere(above, word) +
        IN_TITLE * isThere(inTitle, word)
      const words = worths.reduce(
        (sum, worth, word) => sum + (worth * value(word)) / (value(word) + SATURATION),
        0,
      )
      return {
        chunk,
        place,
        score: words + CLOSENESS_SHARE * closenessOfHits(hits, worths),
        held: worths.map((_, word) => value(word) > 0),
        isOwn: place === 0 || hits.length > 0 || own.some((count) => count > 0),
      }
    })
    return scored.filter(({ isOwn }) => isOwn).sort((a, b) => b.score - a.score || a.place - b.place)
  }
}

function timesOf(hits: readonly WordHit[], words: number): Uint16Array {
  const times = new Uint16Array(words)
  for (const { place } of hits) times[place] = (times[place] ?? 0) + 1
  return times
}

function isThere(times: Uint16Array, word: number): number {
  return (times[word] ?? 0) > 0 ? 1 : 0
}

function remembered<K, T>(make: (key: K) => T): (key: K) => T {
  const known = new Map<K, T>()
  return (key) => {
    const made = known.get(key) ?? make(key)
    known.set(key, made)
    return made
  }
}
