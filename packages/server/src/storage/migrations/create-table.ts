import { type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely'

/** A trailing `?` allows null. */
type ColumnType = 'text' | 'text?' | 'integer' | 'integer?' | 'bytes'

interface TableDefinition {
  columns: Record<string, ColumnType>
  primaryKey: string[]
  unique?: string[][]
  indexes?: string[][]
  /** Keeps the rows in the key's own tree on SQLite: faster for small rows, four times slower for large ones. */
  isSmall?: boolean
}

/** By the tables' names. */
export type TableDefinitions = Readonly<Record<string, TableDefinition>>

/** `collate "C"` orders text by its bytes, as SQLite does, whatever the cluster's language. */
const types = {
  sqlite: { text: 'text', integer: 'integer', bytes: 'blob' },
  postgres: { text: 'text collate "C"', integer: 'int8', bytes: 'bytea' },
}

export async function createTable(
  db: Kysely<unknown>,
  name: string,
  definition: TableDefinition,
): Promise<void> {
  const engine = isPostgres(db) ? 'postgres' : 'sqlite'
  const columns = Object.entries(definition.columns).map(([column, type]) => {
    const base = types[engine][baseOf(type)]
    return sql`${sql.ref(column)} ${sql.raw(base)} ${sql.raw(type.endsWith('?') ? '' : 'not null')}`
  })
  const keys = [
    sql`primary key (${refs(definition.primaryKey)})`,
    ...(definition.unique ?? []).map((key) => sql`unique (${refs(key)})`),
  ]
  const end = sql.raw(definition.isSmall && engine === 'sqlite' ? 'without rowid' : '')
  await sql`create table ${sql.table(name)} (${sql.join([...columns, ...keys])}) ${end}`.execute(db)
  for (const index of definition.indexes ?? []) await createIndex(db, name, index)
}

/** Asks the handle, which any query can be run on. */
export function isPostgres(db: Pick<Kysely<unknown>, 'getExecutor'>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter
}

export async function createIndex(db: Kysely<unknown>, table: string, columns: string[]): Promise<void> {
  await db.schema
    .createIndex(`${table}_by_${columns.join('_')}`)
    .on(table)
    .columns(columns)
    .execute()
}

function baseOf(type: ColumnType): 'text' | 'integer' | 'bytes' {
  if (type === 'bytes') return 'bytes'
  return type.startsWith('text') ? 'text' : 'integer'
}

function refs(columns: string[]): RawBuilder<unknown> {
  return sql.join(columns.map((column) => sql.ref(column)))
}
