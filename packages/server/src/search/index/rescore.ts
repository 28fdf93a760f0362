import { wholeWordTerm } from '../analyse/terms.ts'
import { bestFirst, type RankedCandidate, raisedBy } from './best.ts'
import { expandTerm } from './expand.ts'
import type { FeedbackWord } from './feedback.ts'
import { addWords, clear, normsOf, SATURATION, type Scratch } from './match.ts'
import type { Gate } from './postings.ts'
import type { WeighedQuestion } from './question.ts'
import type { Segment } from './segment.ts'

interface Adding {
  readonly feedback: readonly FeedbackWord[]
  readonly weighed: WeighedQuestion
  readonly scratch: Scratch
}

/** Adds what shared words are worth in each document; best first again. */
export function addRelevanceFeedback(
  candidates: readonly RankedCandidate[],
  adding: Adding,
): RankedCandidate[] {
  if (adding.feedback.length === 0) return [...candidates]
  const bySegment = Map.groupBy(candidates, ({ segment }) => segment)
  return bestFirst([...bySegment].flatMap(([segment, found]) => addInSegment(segment, found, adding)))
}

/** Only the postings of the candidates are looked at. */
function addInSegment(
  segment: Segment,
  candidates: readonly RankedCandidate[],
  { feedback, weighed, scratch }: Adding,
): RankedCandidate[] {
  const { level } = scratch.find
  const docs = Uint16Array.from(candidates, ({ doc }) => doc).sort()
  level.fill(0)
  for (const doc of docs) level[doc] = 1
  const gate: Gate = { level, wanted: 1, among: { count: docs.length, inOrder: () => docs } }
  const norms = normsOf(weighed.measures.statistics)
  const bonus = new Map<number, number>()
  const sheet = scratch.term
  for (const [word, worth] of feedback) {
    addWords(segment, expandTerm(segment, wholeWordTerm(word)), { gate, norms, scratch, scores: sheet })
    for (let i = 0; i < sheet.count; i += 1) {
      const doc = sheet.touched[i] ?? 0
      const value = sheet.value[doc] ?? 0
      bonus.set(doc, (bonus.get(doc) ?? 0) + (worth * value) / (value + SATURATION))
    }
    clear(sheet)
  }
  return candidates.map((found) => raisedBy(found, bonus.get(found.doc) ?? 0))
}
