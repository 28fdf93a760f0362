import { stemOf } from '../analyse/fold-word.ts'
import { isStopWord, visitWords, wholeWordTerm } from '../analyse/terms.ts'
import { frequencyIn } from './expand.ts'
import { SATURATION } from './match.ts'
import type { WeighedQuestion } from './question.ts'
import type { Segment } from './segment.ts'

/** A word that the best documents share, and what it may add to a score. */
export type FeedbackWord = readonly [word: string, worth: number]

/** What all of them together may add, beside what the question is worth. */
const SHARE = 0.25
const MOST_WORDS = 15
/** Words whose frequency is looked up. */
const MOST_CONSIDERED = 64
const SHORTEST = 3
/** Of the documents: a word that stands in more tells them apart no more. */
const COMMONEST = 0.25
const CHARACTERS = 8 * 1024
/** What a text of this many words takes from the count of a word: as much as its saturation. */
const WORDS_OF_A_TEXT = 200
const PLAIN_WORD = /^\p{L}+$/v

/** The best documents of a question, and how good each is. */
interface FedText {
  readonly title: string
  readonly text: string
  readonly score: number
}

/**
 * Words that at least two of the best documents share and that are rare among all: they raise others like those. They
 * never make a document match.
 */
export function feedbackOf(
  segments: readonly Segment[],
  { question, measures, total }: WeighedQuestion,
  texts: readonly FedText[],
): FeedbackWord[] {
  const own = new Set(question.words.map(({ term }) => term.stem))
  const shared = [...sharedWords(texts)].filter(([stem, { texts }]) => texts > 1 && !own.has(stem))
  const considered = shared
    .sort(([a, x], [b, y]) => y.share - x.share || (a < b ? -1 : 1))
    .slice(0, MOST_CONSIDERED)
  const { documents } = measures.statistics
  const rare = considered.flatMap(([stem, { share, word }]) => {
    const frequency = frequencyIn(segments, wholeWordTerm(word))
    const isRare = frequency > 1 && frequency <= documents * COMMONEST
    return isRare ? [{ stem, word, value: share * Math.log(1 + documents / frequency) }] : []
  })
  const best = rare.sort((a, b) => b.value - a.value || (a.stem < b.stem ? -1 : 1)).slice(0, MOST_WORDS)
  const sum = best.reduce((sum, { value }) => sum + value, 0)
  return best.map(({ word, value }) => [word, (SHARE * total * value) / sum])
}

interface Shared {
  /** A word with the stem. */
  readonly word: string
  texts: number
  share: number
}

/** By stem: the share that it has of the texts, a better one counting for more. */
function sharedWords(texts: readonly FedText[]): Map<string, Shared> {
  const counted = texts.map(({ title, text }) => countWords(`${title}\n${text.slice(0, CHARACTERS)}`))
  const inTexts = new Map<string, number>()
  for (const { words } of counted)
    for (const word of words.keys()) inTexts.set(word, (inTexts.get(word) ?? 0) + 1)
  const shared = new Map<string, Shared>()
  const sum = texts.reduce((sum, { score }) => sum + score, 0)
  for (const [place, { words, length }] of counted.entries()) {
    const share = (texts[place]?.score ?? 0) / sum
    for (const [stem, { word, count }] of stemsOf(words, inTexts)) {
      const known = shared.get(stem) ?? { word, texts: 0, share: 0 }
      known.texts += 1
      known.share += share * (count / (count + SATURATION * (0.25 + (0.75 * length) / WORDS_OF_A_TEXT)))
      shared.set(stem, known)
    }
  }
  return shared
}

function countWords(text: string) {
  const words = new Map<string, number>()
  const length = visitWords(text, (word) => words.set(word, (words.get(word) ?? 0) + 1))
  return { words, length }
}

/** Of words that more than one text has: to stem the others would take longer than all else. */
function stemsOf(words: ReadonlyMap<string, number>, inTexts: ReadonlyMap<string, number>) {
  const counts = new Map<string, { word: string; count: number }>()
  for (const [word, count] of words) {
    if ((inTexts.get(word) ?? 0) < 2) continue
    if (word.length < SHORTEST || isStopWord(word) || !PLAIN_WORD.test(word)) continue
    const stem = stemOf(word)
    counts.set(stem, { word, count: count + (counts.get(stem)?.count ?? 0) })
  }
  return counts
}
