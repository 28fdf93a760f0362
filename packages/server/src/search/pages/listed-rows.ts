import { isListed } from '@colophon/contract'
import { LISTED_COLUMNS, type ListedRow } from '../../storage/listed-row.ts'
import type { Rows } from '../indexer/rows.ts'

/** Those of the entries that are listed in one of the topics, by id. */
export async function readListed(
  rows: Rows,
  asked: { entryIds: readonly string[]; topics: readonly string[] },
): Promise<Map<string, ListedRow>> {
  const { entryIds, topics } = asked
  if (entryIds.length === 0) return new Map()
  const marks = entryIds.map(() => '?').join(', ')
  const found = await rows.all(
    `select ${LISTED_COLUMNS.join(', ')} from entries where entry_id in (${marks})`,
    entryIds,
  )
  // Filtered here: with more conditions SQLite would rather go through all entries of the topics.
  const listed = (found as unknown as ListedRow[]).filter(
    ({ status, topic_id }) => isListed(status) && topics.includes(topic_id),
  )
  return new Map(listed.map((row) => [row.entry_id, row]))
}
