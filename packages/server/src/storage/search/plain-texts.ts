import { excerpt } from '../../core/excerpt.ts'
import { bodyOfRevision } from '../../core/front-matter.ts'
import { toPlainText } from '../../core/plain-text.ts'
import { analyseQuery, matcherOf } from '../../core/terms.ts'

const KEPT_CHARACTERS = 4 * 1024 * 1024
const EXCERPT_CHARACTERS = 320

/** Excerpts of revisions around what a query asks for; plain texts are kept by hash, a bounded number. */
export function createExcerpts(readBytes: (sha256: string) => Promise<Uint8Array | null>) {
  const kept = new Map<string, string>()
  let size = 0

  async function plainText(sha256: string): Promise<string> {
    const known = kept.get(sha256)
    if (known !== undefined) {
      kept.delete(sha256)
      kept.set(sha256, known)
      return known
    }
    const bytes = await readBytes(sha256)
    const text = bytes === null ? '' : toPlainText(bodyOfRevision(bytes))
    kept.set(sha256, text)
    size += text.length
    for (const [oldest, { length }] of kept) {
      if (size <= KEPT_CHARACTERS) break
      kept.delete(oldest)
      size -= length
    }
    return text
  }

  return async (query: string, hashes: readonly string[]): Promise<string[]> => {
    const matches = matcherOf(analyseQuery(query).terms)
    const excerpts: string[] = []
    for (const sha256 of hashes) excerpts.push(excerpt(await plainText(sha256), matches, EXCERPT_CHARACTERS))
    return excerpts
  }
}
