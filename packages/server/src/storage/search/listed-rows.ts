import type { EntryRow } from '../tables.ts'
import type { Rows } from './rows.ts'

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
const COLUMNS = [...TEXTS, ...TEXTS_OR_NULL, ...NUMBERS]

/** What a list shows of an entry. */
export type ListedRow = Pick<EntryRow, (typeof COLUMNS)[number]>

/** Those of the entries that are listed in one of the topics, by id. */
export async function readListed(
  rows: Rows,
  asked: { entryIds: readonly string[]; topics: readonly string[] },
): Promise<Map<string, ListedRow>> {
  const { entryIds, topics } = asked
  if (entryIds.length === 0) return new Map()
  const marks = entryIds.map(() => '?').join(', ')
  const found = await rows.all(
    `select ${COLUMNS.join(', ')} from entries where entry_id in (${marks})`,
    entryIds,
  )
  // Filtered here: with more conditions SQLite would rather go through all entries of the topics.
  const listed = (found as unknown as ListedRow[]).filter(
    ({ status, topic_id }) => status === 'published' && topics.includes(topic_id),
  )
  return new Map(listed.map((row) => [row.entry_id, row]))
}
