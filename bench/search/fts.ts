import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { FilledText } from '../fill.ts'

const FILE = 'fts.db'
const LIMIT = 25

/** The same articles in SQLite's own full-text index: without their texts, and once more with them for excerpts. */
export function fillFts(folder: string, texts: readonly FilledText[]): void {
  const database = new DatabaseSync(join(folder, FILE))
  database.exec(`pragma journal_mode = wal; pragma synchronous = off;
    create virtual table bare using fts5(title, path, summary, body, content='', tokenize='unicode61', prefix='2 3 4');
    create virtual table whole using fts5(title, path, summary, body, tokenize='unicode61', prefix='2 3 4')`)
  for (const table of ['bare', 'whole']) {
    database.exec('begin')
    const insert = database.prepare(
      `insert into ${table}(rowid, title, path, summary, body) values (?, ?, ?, ?, ?)`,
    )
    for (const [place, { title, summary, body }] of texts.entries())
      insert.run(place + 1, title, `/bench/article-${place}`, summary, body)
    database.exec('commit')
  }
  database.close()
}

export interface Fts {
  /** The best documents' numbers. */
  rank(query: string): unknown
  /** The same with what `snippet()` cuts out of them. */
  excerpts(query: string): unknown
  close(): void
}

/** With all of its pages in memory. */
export function openFts(folder: string): Fts {
  const database = new DatabaseSync(join(folder, FILE), { readOnly: true })
  database.exec('pragma mmap_size = 2000000000; pragma cache_size = -200000')
  const best = (table: string, column: string) =>
    database.prepare(
      `select ${column} from ${table} where ${table} match ?
       order by bm25(${table}, 4.0, 4.0, 4.0, 1.0) limit ${LIMIT}`,
    )
  const ranked = best('bare', 'rowid')
  const excerpted = best('whole', "snippet(whole, 3, '', '', '…', 48)")
  return {
    rank: (query) => ranked.all(query),
    excerpts: (query) => excerpted.all(query),
    close: () => database.close(),
  }
}

/** A query of words as one of their beginnings. */
export function asPrefixes(query: string): string {
  return query
    .split(' ')
    .map((word) => `${word}*`)
    .join(' ')
}
