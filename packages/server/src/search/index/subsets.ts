/** Which words of a question a document holds, by their places. */
export type WordSubset = readonly boolean[]

/** Shares of the best documents that hold a subset together: any of them, half, three quarters. */
const SUPPORTS = [0, 0.5, 0.75] as const

/**
 * The largest subsets of words that the best documents hold: that one of them holds, then that half of them hold, and so
 * on. The fewer words, the more they find. Then what the best documents hold one by one.
 */
export function subsetsOf(best: readonly WordSubset[], worths: readonly number[]): WordSubset[] {
  const shared = new Map<string, WordSubset>()
  for (const one of best) {
    for (const other of best) {
      const both = one.map((isHeld, word) => isHeld && (other[word] ?? false))
      shared.set(keyOf(both), both)
    }
  }
  const ordered = [...shared.values()].sort(
    (a, b) => sizeOf(b) - sizeOf(a) || worthOf(b, worths) - worthOf(a, worths),
  )
  const chosen = new Map<string, WordSubset>()
  for (const support of SUPPORTS) {
    const least = Math.max(1, Math.floor(best.length * support))
    const largest = ordered.find((held) => !chosen.has(keyOf(held)) && countHolding(best, held) >= least)
    if (largest !== undefined) chosen.set(keyOf(largest), largest)
  }
  for (const held of best) chosen.set(keyOf(held), held)
  return [...chosen.values()].filter((held) => sizeOf(held) > 0)
}

function keyOf(held: WordSubset): string {
  return held.map(Number).join('')
}

function sizeOf(held: WordSubset): number {
  return held.filter(Boolean).length
}

function worthOf(held: WordSubset, worths: readonly number[]): number {
  return held.reduce((sum, isHeld, word) => sum + (isHeld ? (worths[word] ?? 0) : 0), 0)
}

function countHolding(best: readonly WordSubset[], subset: WordSubset): number {
  return best.filter((held) => subset.every((isWanted, word) => !isWanted || held[word])).length
}
