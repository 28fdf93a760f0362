import { distance } from 'fastest-levenshtein'
import { livingPostings } from './expand.ts'
import type { Segment } from './segment.ts'
import { wordAt, wordCount, wordPosition } from './word-list.ts'

const SHORTEST_CORRECTED = 3
const LONGEST_CORRECTED = 32
/** Words from this length on may have two letters wrong. */
const TWO_MISTAKES_FROM = 6

/** The word that takes the fewest changes, then the one that stands in the most documents. */
export function nearestWord(segments: readonly Segment[], wrong: string): string | null {
  if (wrong.length < SHORTEST_CORRECTED || wrong.length > LONGEST_CORRECTED) return null
  const allowed = wrong.length >= TWO_MISTAKES_FROM ? 2 : 1
  const near = new Map<string, { changes: number; documents: number }>()
  for (const segment of segments) {
    for (const [word, place] of wordsLike(segment, wrong, allowed)) {
      const changes = distance(wrong, word)
      const documents = changes <= allowed ? livingPostings(segment, place) : 0
      if (documents > 0) near.set(word, { changes, documents: documents + (near.get(word)?.documents ?? 0) })
    }
  }
  const [best] = [...near].sort(
    ([a, x], [b, y]) => x.changes - y.changes || y.documents - x.documents || (a < b ? -1 : 1),
  )
  return best?.[0] ?? null
}

/** Words with the same first letter, or the second one when the first two are swapped, of about that length. */
function* wordsLike({ packed }: Segment, wrong: string, allowed: number): Generator<[string, number]> {
  for (const initial of new Set([...wrong].slice(0, 2))) {
    const count = wordCount(packed.words)
    for (let place = wordPosition(packed.words, initial); place < count; place += 1) {
      const bytes = (packed.words.starts[place + 1] ?? 0) - (packed.words.starts[place] ?? 0)
      if (packed.words.text[packed.words.starts[place] ?? 0] !== Buffer.from(initial)[0]) break
      if (bytes < wrong.length - allowed) continue
      const word = wordAt(packed.words, place)
      if (!word.startsWith(initial)) break
      if (Math.abs(word.length - wrong.length) <= allowed) yield [word, place]
    }
  }
}
