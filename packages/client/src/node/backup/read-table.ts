import {
  comesAfter,
  faultOfRow,
  PageRefused,
  type RecoveryManifest,
  type RecoveryPage,
  type RecoveryRow,
  type RowsPage,
  readRecoveryPage,
} from '@colophon/contract'
import { inOrder } from '../../in-flight.ts'
import { sha256OfBytes } from '../whole-files.ts'
import { readCanonicalJson } from './cut-pages.ts'
import type { BackupFolder } from './folder.ts'

/** Pages that are read ahead. */
const PAGES_AHEAD = 8

type TableSummary = RecoveryManifest['tables'][number]

/** A page of a table, or what is wrong with one. */
interface TablePage {
  readonly sha256: string
  readonly page: RecoveryPage | null
  readonly fault: string | null
}

/**
 * Every page of a table in order, each index before the pages that it lists. A page that no recovery accepts
 * comes with its fault; what cannot be reached because of it does not come.
 */
export async function* readTable(folder: BackupFolder, table: TableSummary): AsyncGenerator<TablePage, void> {
  const faultOf = openOrder(table.name)
  for (let next: string | null = table.index; next !== null; ) {
    const index: TablePage = await readPage(folder, { sha256: next, table: table.name, kind: 'index' })
    yield index
    if (index.page?.kind !== 'index') return
    const read = (sha256: string) => readPage(folder, { sha256, table: table.name, kind: 'rows' })
    for await (const found of inOrder(index.page.pages, PAGES_AHEAD, read))
      yield found.page?.kind === 'rows' ? { ...found, fault: faultOf(found.page) } : found
    next = index.page.next
  }
}

/** Rows come once and in the order of their key, over all pages of the table. */
function openOrder(name: string) {
  let last: RecoveryRow | null = null
  const faultOfNext = (table: RowsPage['table'], row: RecoveryRow): string | null => {
    const fault = faultOfRow(table, row)
    if (fault !== null) return fault
    const isInOrder = last === null || comesAfter(table, row, last)
    last = row
    return isInOrder ? null : 'does not come after the row before it'
  }
  return (page: RowsPage): string | null => {
    for (const [place, row] of page.rows.entries()) {
      const fault = faultOfNext(page.table, row)
      if (fault !== null) return `has a row ${place} of ${name} that ${fault}`
    }
    return page.rows.length === 0 ? 'has no rows' : null
  }
}

interface TablePageRequest {
  readonly sha256: string
  readonly table: string
  readonly kind: RecoveryPage['kind']
}

async function readPage(folder: BackupFolder, { sha256, table, kind }: TablePageRequest): Promise<TablePage> {
  const faulty = (fault: string) => ({ sha256, page: null, fault })
  const bytes = await folder.read(folder.placeOf('pages', sha256))
  if (bytes === null) return faulty('is missing')
  const found = sha256OfBytes(bytes)
  if (found !== sha256) return faulty(`has the SHA-256 ${found}`)
  try {
    const page = readRecoveryPage(readCanonicalJson(bytes))
    if (page.table !== table || page.kind !== kind)
      return faulty(`is a page of ${page.kind} of ${page.table}, where one of ${kind} of ${table} belongs`)
    return { sha256, page, fault: null }
  } catch (error) {
    if (error instanceof PageRefused) return faulty(`${error.pointer} ${error.message}`.trim())
    if (error instanceof SyntaxError || error instanceof TypeError) return faulty('is not canonical JSON')
    throw error
  }
}
