/** What a list of answers is worth for one question: relevant or not, best first. */
export type Judged = readonly boolean[]

export interface Worth {
  /** Shares of the questions. */
  empty: number
  success1: number
  success5: number
  /** Mean over the questions. */
  ndcg10: number
}

const CUT = 10

/** `relevant`: how many documents answer the question at all. */
export function worthOf(answers: readonly { judged: Judged; relevant: number }[]): Worth {
  const share = (isCounted: (judged: Judged) => boolean) =>
    answers.filter(({ judged }) => isCounted(judged)).length / answers.length
  return {
    empty: share((judged) => judged.length === 0),
    success1: share((judged) => isSuccess(judged, 1)),
    success5: share((judged) => isSuccess(judged, 5)),
    ndcg10: answers.reduce((sum, { judged, relevant }) => sum + ndcg(judged, relevant), 0) / answers.length,
  }
}

export function isSuccess(judged: Judged, within: number): boolean {
  return judged.slice(0, within).includes(true)
}

/** Normalised discounted cumulative gain of the first ten, each relevant one worth the same. */
export function ndcg(judged: Judged, relevant: number): number {
  const ideal = gainOf(Array.from({ length: Math.min(relevant, CUT) }, () => true))
  return ideal === 0 ? 0 : gainOf(judged.slice(0, CUT)) / ideal
}

function gainOf(judged: Judged): number {
  return judged.reduce((sum, isRelevant, place) => sum + (isRelevant ? 1 / Math.log2(place + 2) : 0), 0)
}

/** The estimate of the contract: four bytes a token, rounded up. */
export function tokensOf(bytes: number): number {
  return Math.ceil(bytes / 4)
}

/** The value that `share` of all are at or under: the nearest rank; NaN of nothing. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}
