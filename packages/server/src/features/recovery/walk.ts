import type { IndexPage, RecoveryPage, RecoveryRow } from '@colophon/contract'
import type { App } from '../../app.ts'
import { requirePage, unusable } from './material.ts'

/** Where a walk through the pages of a table stands: an index page, a page of it, and a row of that. */
export interface PagePosition {
  readonly index: string
  readonly page: number
  readonly row: number
}

/** What lies at a place. */
export interface PageBatch {
  /** Null on an index page without pages. */
  readonly page: string | null
  readonly rows: readonly RecoveryRow[]
  /** The place after so many of the rows; null at the end of the table. */
  after(rows: number): PagePosition | null
}

/** Reads what lies at a place; only what is of this table is there. */
export async function readStretch(app: App, table: string, place: PagePosition): Promise<PageBatch> {
  const index = await requireIndex(app, table, place.index)
  const page = index.pages[place.page] ?? null
  const rows = page === null ? [] : await requireRowsOf(app, table, page)
  return {
    page,
    rows: rows.slice(place.row),
    after: (used) =>
      place.row + used < rows.length ? { ...place, row: place.row + used } : pageAfter(index, place),
  }
}

function pageAfter(index: IndexPage, place: PagePosition): PagePosition | null {
  if (place.page + 1 < index.pages.length) return { ...place, page: place.page + 1, row: 0 }
  return index.next === null ? null : { index: index.next, page: 0, row: 0 }
}

async function requireIndex(app: App, table: string, sha256: string): Promise<IndexPage> {
  const page = await requirePage(app, sha256)
  if (page.kind !== 'index') throw unusable(`The page ${sha256}`, 'is no index')
  requireTable(page, { table, sha256 })
  return page
}

async function requireRowsOf(app: App, table: string, sha256: string): Promise<readonly RecoveryRow[]> {
  const page = await requirePage(app, sha256)
  if (page.kind !== 'rows') throw unusable(`The page ${sha256}`, 'is no page of rows')
  requireTable(page, { table, sha256 })
  return page.rows
}

function requireTable(page: RecoveryPage, asked: { table: string; sha256: string }): void {
  if (page.table !== asked.table)
    throw unusable(`The page ${asked.sha256}`, `is of ${page.table}, and not of ${asked.table}`)
}
