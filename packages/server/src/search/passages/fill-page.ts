import { PASSAGE_LIMITS } from '@colophon/contract'
import { approxTokens } from '../../text/outline.ts'
import type { ScoredChunk } from './score-chunks.ts'
import type { WalkPosition } from './walk-place.ts'

/** A chunk of an entry of the walk. */
export interface WalkChunk extends ScoredChunk {
  /** The place of its entry in the walk. */
  readonly entry: number
}

interface Walk<C extends WalkChunk> {
  readonly groups: number
  /** Of each entry of a group the chunks, best first. */
  readGroup(group: number): Promise<readonly (readonly C[])[]>
}

interface FilledPage<C extends WalkChunk> {
  readonly chunks: readonly C[]
  /** Null where there is nothing more. */
  readonly end: WalkPosition | null
}

/** So often an entry comes again with what it has left. */
const ROUNDS = 3

/**
 * The next chunks that a budget holds, in the order of the walk. The walk goes round: first the best of each entry, then
 * what is next, three at a time; no page goes on into another round. Within a round the entries that answer best are one
 * group, so that the texts of the others are often not read.
 */
export async function fillPage<C extends WalkChunk>(
  walk: Walk<C>,
  after: WalkPosition | null,
  budget: number,
): Promise<FilledPage<C>> {
  const page = newPage<C>(budget)
  for (let round = after?.round ?? 0; round < ROUNDS; round += 1) {
    const isFirst = round === after?.round
    for (let group = isFirst ? after.group : 0; group < walk.groups; group += 1) {
      const start = isFirst && group === after.group ? after : null
      for (const found of inOrder(await walk.readGroup(group), round)) {
        if (start !== null && !comesAfter(found, start)) continue
        const last = page.last()
        if (last !== null && !page.hasSpaceFor(found)) return { chunks: page.chunks, end: last }
        page.add(found, { round, group })
      }
    }
    const last = page.last()
    if (last !== null) return { chunks: page.chunks, end: (await hasRound(walk, round + 1)) ? last : null }
  }
  return { chunks: [], end: null }
}

async function hasRound<C extends WalkChunk>(
  { groups, readGroup }: Walk<C>,
  round: number,
): Promise<boolean> {
  if (round === ROUNDS) return false
  for (let group = 0; group < groups; group += 1)
    if (inOrder(await readGroup(group), round).length > 0) return true
  return false
}

function inOrder<C extends WalkChunk>(entries: readonly (readonly C[])[], round: number): C[] {
  const first = round * PASSAGE_LIMITS.ofOneEntry
  return entries
    .flatMap((chunks) => chunks.slice(first, first + PASSAGE_LIMITS.ofOneEntry))
    .sort((a, b) => b.score - a.score || a.entry - b.entry || a.place - b.place)
}

function comesAfter({ score, entry, place }: WalkChunk, after: WalkPosition): boolean {
  if (score !== after.score) return score < after.score
  return entry === after.entry ? place > after.chunk : entry > after.entry
}

function newPage<C extends WalkChunk>(budget: number) {
  const chunks: C[] = []
  let used = 0
  let end: WalkPosition | null = null
  return {
    chunks,
    last: () => end,
    hasSpaceFor: ({ chunk }: WalkChunk) => used + approxTokens(chunk.bytesWithGap) <= budget,
    add(found: C, { round, group }: Pick<WalkPosition, 'round' | 'group'>) {
      chunks.push(found)
      used += approxTokens(found.chunk.bytesWithGap)
      end = { round, group, score: found.score, entry: found.entry, chunk: found.place }
    },
  }
}
