import type { DatabaseIndex, DatabaseIndexSources } from '../postgres/database-index.ts'
import type { TopicIndexerSources } from '../postgres/index-topic.ts'
import type { ThreadData } from './messages.ts'
import { type Rows, sqliteRows } from './rows.ts'

export async function openRows(databaseUrl: string): Promise<Rows> {
  if (databaseUrl.startsWith('sqlite:')) return sqliteRows(databaseUrl.slice('sqlite:'.length))
  const { postgresRows } = await import('./rows-postgres.ts')
  return postgresRows(databaseUrl)
}

type Place = Pick<ThreadData, 'databaseUrl' | 'index'>

/** A connection, and what is to be made of it where the index is in PostgreSQL: that is loaded there only. */
export async function openIndexedRows({ databaseUrl, index }: Place): Promise<{
  rows: Rows
  database: ((sources: Omit<DatabaseIndexSources, 'rows'>) => DatabaseIndex) | null
  makeDocuments: ((sources: Omit<TopicIndexerSources, 'rows'>, topicId: string) => Promise<void>) | null
}> {
  if (index === 'memory') return { rows: await openRows(databaseUrl), database: null, makeDocuments: null }
  const { postgresRows } = await import('./rows-postgres.ts')
  const { createDatabaseIndex, makeDocuments } = await import('../postgres/database-index.ts')
  const rows = postgresRows(databaseUrl)
  return {
    rows,
    database: (sources) => createDatabaseIndex({ ...sources, rows }),
    makeDocuments: (sources, topicId) => makeDocuments({ ...sources, rows }, topicId),
  }
}
