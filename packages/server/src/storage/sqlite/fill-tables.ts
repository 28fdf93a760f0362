import { DatabaseSync } from 'node:sqlite'
import type { Tables } from '../tables.ts'

/** Rows of a database, by table; their members are its columns. */
export type TableRows = { readonly [T in keyof Tables]?: readonly Tables[T][] }

/**
 * Fills a file that nothing else has open, and that may be thrown away: all at once, and without the care for power
 * failures that a site's own file takes.
 */
export function fillTables(file: string, batches: Iterable<TableRows>): void {
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: false })
  try {
    database.exec('pragma synchronous = off; pragma journal_mode = off; begin')
    for (const batch of batches)
      for (const [table, rows] of Object.entries(batch)) insertRows(database, table, rows)
    database.exec('commit')
  } finally {
    database.close()
  }
}

function insertRows(database: DatabaseSync, table: string, rows: readonly object[]): void {
  const [first] = rows
  if (first === undefined) return
  const columns = Object.keys(first)
  const names = columns.map((column) => `"${column}"`).join(', ')
  const places = columns.map(() => '?').join(', ')
  const insert = database.prepare(`insert into "${table}" (${names}) values (${places})`)
  for (const row of rows) insert.run(...columns.map((column) => Reflect.get(row, column)))
}
