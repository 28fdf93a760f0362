import { formsOf } from '../analyse/terms.ts'
import { chainsOf } from '../analyse/word-chains.ts'
import { rank } from './rank.ts'
import type { MostSources } from './rank-most.ts'
import type { Segment } from './segment.ts'

const DOCUMENTS = 3
const CHARACTERS = 32 * 1024

/**
 * How documents write a folded word: most often as it is, else with the accents and the capitals that they have most
 * often.
 */
export async function writingOf(
  segments: readonly Segment[],
  word: string,
  { readTexts, scratch }: MostSources,
): Promise<string> {
  const plain = { mode: null, now: 0, exact: null, after: null, statistics: null, limit: DOCUMENTS }
  const { hits } = rank(segments, { ...plain, query: word }, scratch)
  const texts = await readTexts(hits.map(({ entryId }) => entryId))
  const counts = new Map<string, number>()
  for (const { title, text } of texts.values())
    for (const written of chainsOf(`${text.slice(0, CHARACTERS)}\n${title}`).flat())
      if (formsOf(written)[0] === word) counts.set(written, (counts.get(written) ?? 0) + 1)
  const writings = [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).map(([written]) => written)
  // The capital of a title or of the beginning of a sentence is not the word's.
  return writings.some((written) => written.toLowerCase() === word) ? word : (writings[0] ?? word)
}
