import { type AnswerOf, type Operations, PASSAGE_LIMITS } from '@colophon/contract'
import { sealCursor } from '../../core/cursor.ts'
import type { Standing } from '../../core/freshness.ts'
import { type WrittenAnswer, writeAnswer } from '../../core/written-answer.ts'
import { indexView, type ListedRow } from '../../storage/listed-row.ts'
import { bytesView } from '../pages/write-sections.ts'
import { joinPlaces } from './chunks.ts'
import type { FoundPassage, FoundPassages, PassagesRequest } from './select-passages.ts'

type PassageView = AnswerOf<Operations['findPassages']>['items'][number]

/** A page of passages, closed with the cursor key of the server. */
export function writePassagePage(
  key: Uint8Array,
  { binding, now }: PassagesRequest,
  { question, passages, place }: FoundPassages,
  standings: ReadonlyMap<string, Standing>,
): WrittenAnswer {
  const written = question.words.map(({ term }) => term.written)
  const time = new Date(now).toISOString()
  const items = joinNeighbours(passages).map((passage) =>
    viewOf(passage, written, (row) => indexView(row, time, standings.get(row.content_hash))),
  )
  return writeAnswer('findPassages', {
    items,
    used_tokens: items.reduce((sum, { approx_tokens }) => sum + approx_tokens, 0),
    next_cursor: place === null ? null : sealCursor(key, binding, place),
  })
}

function viewOf(
  { chunk, held, row, outline }: FoundPassage,
  words: readonly string[],
  listed: (row: ListedRow) => ReturnType<typeof indexView>,
): PassageView {
  const { content_hash, entry_id, path, title, mode, freshness } = listed(row)
  return {
    content_hash,
    entry_id,
    path,
    title,
    mode,
    headings: [...chunk.headings],
    ...bytesView(outline.text, chunk),
    text: outline.text.slice(chunk.textStart, chunk.textEnd),
    missing_terms: words.filter((_, word) => held[word] !== true),
    freshness,
  }
}

interface Joined extends FoundPassage {
  /** The place of its last chunk. */
  readonly lastPlace: number
}

/** What stands side by side in a section is one passage, in the place of its better part. */
function joinNeighbours(passages: readonly FoundPassage[]): FoundPassage[] {
  const joined: Joined[] = []
  for (const passage of passages) {
    let next: Joined = { ...passage, lastPlace: passage.place }
    let at = joined.length
    for (let other = takeNeighbour(joined, next); other !== null; other = takeNeighbour(joined, next)) {
      next = joinPassages(other.passage, next)
      at = Math.min(at, other.at)
    }
    joined.splice(at, 0, next)
  }
  return joined
}

function takeNeighbour(joined: Joined[], passage: Joined): { passage: Joined; at: number } | null {
  const at = joined.findIndex((other) => isNeighbour(other, passage) || isNeighbour(passage, other))
  const [found] = at < 0 ? [] : joined.splice(at, 1)
  return found === undefined ? null : { passage: found, at }
}

function isNeighbour(first: Joined, second: Joined): boolean {
  return (
    first.entry === second.entry &&
    first.chunk.section === second.chunk.section &&
    first.lastPlace + 1 === second.place &&
    second.chunk.end - first.chunk.start <= PASSAGE_LIMITS.bytes
  )
}

function joinPassages(one: Joined, other: Joined): Joined {
  const [first, last] = one.place < other.place ? [one, other] : [other, one]
  return {
    ...first,
    chunk: { ...first.chunk, ...joinPlaces(first.chunk, last.chunk) },
    held: first.held.map((isHeld, word) => isHeld || last.held[word] === true),
    lastPlace: last.lastPlace,
  }
}
