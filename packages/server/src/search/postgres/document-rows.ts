import { INDEXED_MODES, type IndexedDocument } from '../index/document.ts'
import { readWords, type WordMarks, writeWords } from './document-words.ts'

/** A document as the database keeps it, but for what it is found by. */
export interface DocumentRow {
  readonly entry_id: string
  readonly mode: string
  readonly refresh_after: string | null
  /** JSON: languages, four numbers of its names, and the words in its title, path, summary and body. */
  readonly facts: string
  readonly words: string
}

/** How many words documents have in each field, together. */
export type Lengths = IndexedDocument['lengths']

export function documentRowOf(document: IndexedDocument): DocumentRow {
  const { entryId, mode, refreshAfter, languages, names, lengths } = document
  return {
    entry_id: entryId,
    mode,
    refresh_after: Number.isFinite(refreshAfter) ? new Date(refreshAfter).toISOString() : null,
    facts: JSON.stringify([languages, ...names, ...lengths]),
    words: writeWords(document),
  }
}

/** Of its words those that have the marks; all without. */
export function documentOfRow(row: DocumentRow, marks: WordMarks | null): IndexedDocument {
  const [languages = 0, a = 0, b = 0, c = 0, d = 0] = JSON.parse(row.facts) as number[]
  return {
    entryId: row.entry_id,
    mode: INDEXED_MODES.find((mode) => mode === row.mode) ?? 'direct',
    refreshAfter: row.refresh_after === null ? Number.POSITIVE_INFINITY : Date.parse(row.refresh_after),
    names: [a, b, c, d],
    lengths: lengthsOf(row.facts),
    languages,
    ...readWords(row.words, marks),
  }
}

export function lengthsOf(facts: string): Lengths {
  const [title = 0, path = 0, summary = 0, body = 0] = (JSON.parse(facts) as number[]).slice(-4)
  return [title, path, summary, body]
}
