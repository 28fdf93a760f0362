import { setImmediate as nextTurn } from 'node:timers/promises'
import { PAGE_LIMITS } from '@colophon/contract'
import { problem } from '../core/problem.ts'
import type { WrittenAnswer } from '../core/written-answer.ts'
import { MEMORY } from '../runtime/memory.ts'
import { createBytesCache } from '../storage/blobs/bytes-cache.ts'
import { type AuthoredTexts, checksOf } from '../text/checks/checks-of.ts'
import { type Comparison, compareBodies, type Division } from '../text/compare-bodies.ts'
import { findQuote, type QuotePlace } from '../text/quote.ts'
import type { Version } from '../text/unified.ts'
import type { RenderFailure } from './render-worker.ts'
import { createRenderer, type Renderer } from './renderer.ts'
import { packDifference, type RevisionPair, unpackDifference } from './write-difference.ts'

/** Work on whole texts that takes up to seconds: what is short is done here, everything else outside the main thread. */
export interface TextAnalysis {
  /** The answer of `diffRevisions`, written down, and kept by the pair of hashes. */
  compare(pair: RevisionPair): Promise<WrittenAnswer>
  /** Nothing is kept: a draft has no hash. */
  compareDraft(from: Version, to: Version): Promise<Comparison>
  checks(texts: AuthoredTexts, baseUrl: string): Promise<ReturnType<typeof checksOf>>
  /** Where a body holds a quotation, in bytes of the body; null where it does not. */
  quote(body: string, quote: string): Promise<QuotePlace | null>
  close(): void
}

/** A process of its own: a reader's texts do not wait behind comparisons. */
export function createTextAnalysis(
  renderer: Pick<Renderer, 'comparison' | 'difference' | 'checks' | 'quote' | 'close'> = createRenderer(),
): TextAnalysis {
  const kept = createBytesCache(MEMORY.comparisons, { shares: 1 })
  const running = new Map<string, Promise<Uint8Array>>()

  async function packAndKeep(name: string, pair: RevisionPair): Promise<Uint8Array> {
    const isHere = isShort(pair.from.body, pair.to.body)
    // Both bodies were read in this turn, and a process may have to be started.
    if (!isHere) await nextTurn()
    const packed = isHere
      ? packDifference(pair, 'by headings')
      : await dividedIfPossible((division) => renderer.difference(pair, division))
    kept.set(name, packed)
    return packed
  }

  return {
    async compare(pair) {
      const name = pair.from.sha256 + pair.to.sha256
      const known = kept.get(name)
      if (known !== null) return unpackDifference(known)
      const packing = running.get(name) ?? packAndKeep(name, pair).finally(() => running.delete(name))
      running.set(name, packing)
      return unpackDifference(await packing)
    },
    async compareDraft(from, to) {
      if (isShort(from.body, to.body)) return compareBodies(from, to, 'by headings')
      return dividedIfPossible((division) => renderer.comparison(from, to, division))
    },
    async checks(texts, baseUrl) {
      if (isShort(JSON.stringify(texts))) return checksOf(texts, baseUrl)
      return finished(await renderer.checks(texts, baseUrl))
    },
    async quote(body, quote) {
      if (isShort(body, quote)) return findQuote(body, quote)
      return finished(await renderer.quote(body, quote)).place
    },
    close: () => renderer.close(),
  }
}

/** Done within a few milliseconds, whatever it is. */
function isShort(...texts: readonly string[]): boolean {
  return texts.reduce((sum, { length }) => sum + length, 0) <= PAGE_LIMITS.shortTextCharacters
}

/** A quarter of a million headings take all of the process's memory, each time anew: their bodies are compared by lines alone. */
async function dividedIfPossible<T>(compare: (division: Division) => Promise<T | RenderFailure>): Promise<T> {
  const outcome = await compare('by headings')
  return finished(outcome === 'too-much' ? await compare('none') : outcome)
}

function finished<T>(outcome: T | string): T {
  if (typeof outcome !== 'string') return outcome
  throw problem('overloaded', 'Too many long texts are being compared or checked. Retry with the same key.')
}
