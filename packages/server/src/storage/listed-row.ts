import type { AnswerOf, Operations } from '@colophon/contract'
import { freshnessAt, type Standing } from '../core/freshness.ts'
import type { EntryRow } from './rows/catalog.ts'

type IndexView = AnswerOf<Operations['listIndex']>['items'][number]

const TEXTS = [
  'entry_id',
  'topic_id',
  'path',
  'status',
  'content_hash',
  'publication_hash',
  'mode',
  'document_kind',
  'title',
  'summary',
  'created_at',
  'published_at',
] as const
const TEXTS_OR_NULL = ['observed_at', 'refresh_after'] as const
const NUMBERS = ['without_prior_review'] as const
export const LISTED_COLUMNS = [...TEXTS, ...TEXTS_OR_NULL, ...NUMBERS]

/** What a list shows of an entry. */
export type ListedRow = Pick<EntryRow, (typeof LISTED_COLUMNS)[number]>

/** An entry as lists show it, and how it holds up. */
export function indexView(row: ListedRow, now: string, standing: Standing | undefined): IndexView {
  return {
    entry_id: row.entry_id,
    topic_id: row.topic_id,
    path: row.path,
    content_hash: row.content_hash,
    publication_hash: row.publication_hash,
    mode: row.mode as IndexView['mode'],
    without_prior_review: row.without_prior_review === 1,
    document_kind: row.document_kind as IndexView['document_kind'],
    title: row.title,
    summary: row.summary,
    created_at: row.created_at,
    published_at: row.published_at,
    observed_at: row.observed_at,
    refresh_after: row.refresh_after,
    freshness: freshnessAt(row.refresh_after, now, standing),
  }
}
