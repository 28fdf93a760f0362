import { excerpt } from '../../core/excerpt.ts'
import { bodyOfRevision } from '../../core/front-matter.ts'
import { matcherOf } from '../../core/matcher.ts'
import { toPlainText } from '../../core/plain-text.ts'
import { analyseQuery } from '../../core/terms.ts'
import type { ReadBytes } from './read-bytes.ts'

const KEPT_CHARACTERS = 4 * 1024 * 1024
const EXCERPT_CHARACTERS = 320

/** Excerpts of revisions around what a query asks for. */
export type Excerpts = (query: string, hashes: readonly string[]) => Promise<string[]>

/** Plain texts are kept by hash, a bounded number; those that are not are read at once. */
export function createExcerpts(readBytes: ReadBytes): Excerpts {
  const kept = new Map<string, string>()
  let size = 0

  function keep(sha256: string, text: string): void {
    kept.set(sha256, text)
    size += text.length
  }

  /** Once for a page: a map that loses its first entries is slow to find the next one. */
  function forgetOldest(): void {
    for (const [oldest, { length }] of kept) {
      if (size <= KEPT_CHARACTERS) return
      kept.delete(oldest)
      size -= length
    }
  }

  async function plainTexts(hashes: readonly string[]): Promise<string[]> {
    const read = await readBytes(hashes.filter((sha256) => !kept.has(sha256)))
    const texts = hashes.map((sha256) => {
      const known = kept.get(sha256)
      const bytes = read.get(sha256)
      if (known !== undefined) {
        kept.delete(sha256)
        size -= known.length
      }
      const text = known ?? (bytes === undefined ? '' : toPlainText(bodyOfRevision(bytes)))
      keep(sha256, text)
      return text
    })
    forgetOldest()
    return texts
  }

  return async (query, hashes) => {
    const matcher = matcherOf(analyseQuery(query).terms)
    return (await plainTexts(hashes)).map((text) => excerpt(text, matcher, EXCERPT_CHARACTERS))
  }
}
