import type { InsertObject } from 'kysely'
import { compiled } from './portable.ts'
import type { Tx } from './storage.ts'
import type { Tables } from './tables.ts'

/**
 * A compiled insert of whole rows, which answers 1; every column is named, so that a forgotten one does not compile.
 */
export function insertion<T extends keyof Tables & string>(
  table: T,
  columns: { [C in keyof Tables[T] & string]: true },
): (tx: Tx, row: Tables[T]) => Promise<number> {
  const names = Object.keys(columns) as (keyof Tables[T] & string)[]
  const insert = compiled<Tables[T] & Readonly<Record<string, unknown>>>()((db, p) =>
    // The row is made of all columns of this table, which the signature holds but the builder cannot see.
    db
      .insertInto(table)
      .values(Object.fromEntries(names.map((name) => [name, p(name)])) as InsertObject<Tables, T>),
  )
  return (tx, row) => insert.run(tx, row as Tables[T] & Readonly<Record<string, unknown>>)
}
