import { RECOVERY_LIMITS, type RecoveryRow } from '@colophon/contract'
import { canonicalJson } from '@colophon/log'
import { sha256OfBytes } from '../whole-files.ts'

/** The value of bytes that are the one way to write it; throws for all others. */
export function readCanonicalJson(bytes: Uint8Array): unknown {
  const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  const value: unknown = JSON.parse(text)
  if (canonicalJson(value) !== text) throw new SyntaxError('not in the form of RFC 8785')
  return value
}

/** A page ends early only after so many rows: smaller pages would make a restore longer. */
const FEWEST_ROWS = 24
/** One row in so many may end a page. */
const ROWS_TO_AN_END = 8
const INDEX_PAGES = 1000

interface CutPage {
  readonly bytes: Uint8Array
  readonly rows: number
}

/**
 * Cuts the rows of a table into recovery pages. Where a page ends depends on the row that ends it, so that a
 * row more or less changes the pages beside it and not all that follow: the next backup shares the others.
 */
export async function* cutPages(
  table: string,
  rows: AsyncIterable<RecoveryRow>,
): AsyncGenerator<CutPage, void, undefined> {
  let page = openPage(table)
  for await (const row of rows) {
    const text = canonicalJson(row)
    if (!page.hasSpaceFor(text)) {
      yield page.close()
      page = openPage(table)
    }
    page.add(text)
    const isEnd = page.count() >= FEWEST_ROWS && mayEndWith(text)
    if (!isEnd && page.count() < RECOVERY_LIMITS.pageRows) continue
    yield page.close()
    page = openPage(table)
  }
  if (page.count() > 0) yield page.close()
}

function mayEndWith(row: string): boolean {
  return Number.parseInt(sha256OfBytes(row).slice(0, 8), 16) % ROWS_TO_AN_END === 0
}

function openPage(table: string) {
  const rows: string[] = []
  const pageOf = (content: string) => `{"kind":"rows","rows":[${content}],"table":${canonicalJson(table)}}`
  let bytes = Buffer.byteLength(pageOf(''))
  return {
    // One that is larger than any page comes alone.
    hasSpaceFor: (row: string) =>
      rows.length === 0 || bytes + Buffer.byteLength(row) + 1 <= RECOVERY_LIMITS.pageBytes,
    add(row: string) {
      bytes += Buffer.byteLength(row) + (rows.length === 0 ? 0 : 1)
      rows.push(row)
    },
    count: () => rows.length,
    close: (): CutPage => ({ bytes: Buffer.from(pageOf(rows.join(','))), rows: rows.length }),
  }
}

/** The index of a table's pages, from its last page to its first, which names the others. */
export function* cutIndex(table: string, pages: readonly string[]): Generator<Uint8Array, void, undefined> {
  let next: string | null = null
  const stretches = Math.max(1, Math.ceil(pages.length / INDEX_PAGES))
  for (let stretch = stretches - 1; stretch >= 0; stretch -= 1) {
    const part = pages.slice(stretch * INDEX_PAGES, (stretch + 1) * INDEX_PAGES)
    const bytes = Buffer.from(canonicalJson({ kind: 'index', table, pages: part, next }))
    next = sha256OfBytes(bytes)
    yield bytes
  }
}
