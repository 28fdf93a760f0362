import { toPlainText } from '@colophon/cli/markdown'
import { excerpt } from '../../text/excerpt.ts'
import { bodyOfRevision } from '../../text/front-matter.ts'
import { type Matcher, matcherOf } from '../analyse/matcher.ts'
import { analyseQuery } from '../analyse/terms.ts'
import type { ReadBytes } from '../indexer/read-bytes.ts'

const KEPT_CHARACTERS = 4 * 1024 * 1024
const EXCERPT_CHARACTERS = 320

/** Excerpts of revisions around what a query asks for. */
export type Excerpts = (
  query: string,
  listed: readonly { readonly hash: string; readonly languages: number }[],
) => Promise<string[]>

/** Plain texts of revisions, in the order of the hashes; empty where the bytes are lost. */
export type PlainTexts = (hashes: readonly string[]) => Promise<string[]>

/** They are kept by hash, a bounded number; those that are not are read at once. */
export function createPlainTexts(readBytes: ReadBytes): PlainTexts {
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

  return async (hashes) => {
    const read = await readBytes(hashes.filter((sha256) => !kept.has(sha256)))
    const texts = hashes.map((sha256) => {
      const known = kept.get(sha256)
      const bytes = read.get(sha256)
      if (known !== undefined) {
        kept.delete(sha256)
        size -= known.length
      }
      const text = known ?? (bytes === undefined ? null : toPlainText(bodyOfRevision(bytes)))
      // Bytes that are lost may be repaired.
      if (text !== null) keep(sha256, text)
      return text ?? ''
    })
    forgetOldest()
    return texts
  }
}

export function createExcerpts(plainTexts: PlainTexts): Excerpts {
  return async (query, listed) => {
    const { terms } = analyseQuery(query)
    const matchers = new Map<number, Matcher>()
    const texts = await plainTexts(listed.map(({ hash }) => hash))
    return listed.map(({ languages }, place) => {
      const matcher = matchers.get(languages) ?? matcherOf(terms, languages)
      matchers.set(languages, matcher)
      return excerpt(texts[place] ?? '', matcher, EXCERPT_CHARACTERS)
    })
  }
}
