import { toPlainText } from '@colophon/cli/markdown'
import { excerpt, MOST_EXCERPTED } from '../../text/excerpt.ts'
import { bodyOfRevision } from '../../text/front-matter.ts'
import { type Matcher, matcherOf } from '../analyse/matcher.ts'
import { analyseQuery } from '../analyse/terms.ts'
import type { Garbage } from '../indexer/garbage.ts'
import type { ReadBytes } from '../indexer/read-bytes.ts'
import { readInPieces } from '../indexer/read-in-pieces.ts'

const KEPT_CHARACTERS = 2 * 1024 * 1024
const EXCERPT_CHARACTERS = 320

/** Excerpts of revisions around what a query asks for. */
export type Excerpts = (
  query: string,
  listed: readonly { readonly hash: string; readonly languages: number }[],
) => Promise<string[]>

/** The beginnings of plain texts of revisions, in the order of the hashes; empty where the bytes are lost. */
export type PlainTexts = (hashes: readonly string[]) => Promise<string[]>

/** They are kept by hash, a bounded number; of those that are not, a few are read at once. */
export function createPlainTexts(readBytes: ReadBytes, garbage: Garbage): PlainTexts {
  const kept = new Map<string, string>()
  let size = 0

  function keep(sha256: string, text: string): void {
    size += text.length - (kept.get(sha256)?.length ?? 0)
    kept.delete(sha256)
    kept.set(sha256, text)
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
    const unknown = hashes.filter((sha256) => !kept.has(sha256))
    for await (const { asked, bytes } of readInPieces(readBytes, unknown, (sha256) => sha256)) {
      // Bytes that are lost may be repaired.
      if (bytes === undefined) continue
      keep(asked, beginningOf(toPlainText(bodyOfRevision(bytes))))
      garbage.add(bytes.length)
    }
    const texts = hashes.map((sha256) => {
      const text = kept.get(sha256)
      if (text !== undefined) keep(sha256, text)
      return text ?? ''
    })
    forgetOldest()
    return texts
  }
}

/** Whoever asks for a text looks at no more of it. A copy, because a part of a string keeps the whole. */
function beginningOf(text: string): string {
  return text.length <= MOST_EXCERPTED ? text : Buffer.from(text.slice(0, MOST_EXCERPTED)).toString()
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
