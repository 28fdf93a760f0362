import { setImmediate as nextTurn } from 'node:timers/promises'
import { PAGE_LIMITS } from '@colophon/contract'
import { problem } from '../core/problem.ts'
import { MEMORY } from '../runtime/memory.ts'
import { createBytesCache } from '../storage/blobs/bytes-cache.ts'
import { type AuthoredTexts, checksOf } from '../text/checks/checks-of.ts'
import { type Comparison, compareBodies } from '../text/compare-bodies.ts'
import { findQuote, type QuotePlace } from '../text/quote.ts'
import type { Version } from '../text/unified.ts'
import { createRenderer, type Renderer } from './renderer.ts'

/** Work on whole texts that takes up to seconds: what is short is done here, everything else outside the main thread. */
export interface TextAnalysis {
  /** Kept by the pair of hashes. */
  compare(from: Version, to: Version): Promise<Comparison>
  /** Nothing is kept: a draft has no hash. */
  compareDraft(from: Version, to: Version): Promise<Comparison>
  checks(texts: AuthoredTexts, baseUrl: string): Promise<ReturnType<typeof checksOf>>
  /** Where a body holds a quotation, in bytes of the body; null where it does not. */
  quote(body: string, quote: string): Promise<QuotePlace | null>
  close(): void
}

/** A process of its own: a reader's texts do not wait behind comparisons. */
export function createTextAnalysis(
  renderer: Pick<Renderer, 'comparison' | 'checks' | 'quote' | 'close'> = createRenderer(),
): TextAnalysis {
  const kept = createBytesCache(MEMORY.comparisons)
  const running = new Map<string, Promise<Comparison>>()

  async function compareDraft(from: Version, to: Version): Promise<Comparison> {
    if (isShort(from.body, to.body)) return compareBodies(from, to)
    return finished(await renderer.comparison(from, to))
  }

  async function compareAndKeep(pair: string, versions: readonly [Version, Version]): Promise<Comparison> {
    const comparison = await compareDraft(...versions)
    await nextTurn()
    kept.set(pair, Buffer.from(JSON.stringify(comparison)))
    await nextTurn()
    return comparison
  }

  return {
    compareDraft,
    async compare(from, to) {
      const pair = from.sha256 + to.sha256
      const known = kept.get(pair)
      // Two long bodies were read in this turn, and what came of them is as long: each step takes some milliseconds.
      await nextTurn()
      if (known !== null) return readKept(known)
      const comparing =
        running.get(pair) ?? compareAndKeep(pair, [from, to]).finally(() => running.delete(pair))
      running.set(pair, comparing)
      return comparing
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

/** What this process wrote. */
async function readKept(bytes: Uint8Array): Promise<Comparison> {
  const comparison = JSON.parse(Buffer.from(bytes).toString()) as Comparison
  await nextTurn()
  return comparison
}

/** Done within a few milliseconds, whatever it is. */
function isShort(...texts: readonly string[]): boolean {
  return texts.reduce((sum, { length }) => sum + length, 0) <= PAGE_LIMITS.shortTextCharacters
}

function finished<T>(outcome: T | string): T {
  if (typeof outcome !== 'string') return outcome
  throw problem('overloaded', 'Too many long texts are being compared or checked. Retry with the same key.')
}
