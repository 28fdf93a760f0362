import { DatabaseSync } from 'node:sqlite'
import type { CollectionDocument } from './collections.ts'

/** SQLite's own full-text index over the same texts, in memory. */
export interface AnyWord {
  /** The best documents for any word of a question, best first. */
  best(question: string, limit: number): CollectionDocument[]
  close(): void
}

/** Any word, stemmed; a word counts for four in a title or a summary, which is better on these texts than for one. */
export function openAnyWord(documents: readonly CollectionDocument[]): AnyWord {
  const database = new DatabaseSync(':memory:')
  database.exec("create virtual table texts using fts5(title, summary, body, tokenize='porter unicode61')")
  const insert = database.prepare('insert into texts(rowid, title, summary, body) values (?, ?, ?, ?)')
  database.exec('begin')
  for (const [place, { title, summary, body }] of documents.entries()) insert.run(place, title, summary, body)
  database.exec('commit')
  const ranked = database.prepare(
    'select rowid as place from texts where texts match ? order by bm25(texts, 4.0, 4.0, 1.0) limit ?',
  )
  return {
    best(question, limit) {
      const words = anyOf(question)
      if (words === '') return []
      const rows = ranked.all(words, limit)
      return rows.flatMap(({ place }) => documents[Number(place)] ?? [])
    },
    close: () => database.close(),
  }
}

/** A match expression of every word, quoted, so that no operator is read out of a question. */
export function anyOf(question: string): string {
  const words = question.match(/[\p{L}\p{N}]+/gu) ?? []
  return [...new Set(words)].map((word) => `"${word}"`).join(' OR ')
}
