import { sql } from 'kysely'
import type { Db, Storage } from '../../src/storage/storage.ts'

/** What an engine knows of its tables: columns in their order, keys and indexes, as sorted lines. */
export async function tableCatalog({ engine, read }: Storage): Promise<string[]> {
  const rows = engine === 'sqlite' ? await sqliteCatalog(read) : await postgresCatalog(read)
  return rows.map((row) => JSON.stringify(row)).sort()
}

async function sqliteCatalog(db: Db): Promise<unknown[]> {
  const tables = sql`select name from sqlite_schema where type = 'table'`
  const found = await Promise.all([
    sql`select name, type, wr, strict from pragma_table_list where schema = 'main' and name <> 'sqlite_schema'`.execute(
      db,
    ),
    sql`
      select tables.name as table_name, columns.*
      from (${tables}) as tables join pragma_table_xinfo(tables.name) as columns`.execute(db),
    sql`
      select tables.name as table_name, keys.*
      from (${tables}) as tables join pragma_foreign_key_list(tables.name) as keys`.execute(db),
    // The index of a key has a number in its name.
    sql`
      select tables.name as table_name, case indexes.origin when 'c' then indexes.name end as index_name,
        indexes."unique", indexes.origin, indexes.partial,
        (select group_concat(name || ' ' || desc || ' ' || coll || ' ' || key, ', ' order by seqno)
          from pragma_index_xinfo(indexes.name) where name is not null) as columns,
        (select sql from sqlite_schema where name = indexes.name) as definition
      from (${tables}) as tables join pragma_index_list(tables.name) as indexes`.execute(db),
    sql`select name, type, sql from sqlite_schema where type not in ('table', 'index')`.execute(db),
  ])
  return found.flatMap(({ rows }) => rows).map(withPlainDefinition)
}

function withPlainDefinition(row: unknown): unknown {
  if (typeof row !== 'object' || row === null || !('definition' in row)) return row
  const { definition } = row
  return { ...row, definition: typeof definition === 'string' ? definition.replaceAll(/\s+/g, ' ') : null }
}

async function postgresCatalog(db: Db): Promise<unknown[]> {
  const found = await Promise.all([
    // A dropped column leaves a gap in the numbers.
    sql`
      select table_name, column_name, data_type, character_maximum_length, is_nullable, column_default,
        collation_name, is_identity, is_generated,
        row_number() over (partition by table_name order by ordinal_position) as place
      from information_schema.columns where table_schema = 'public'`.execute(db),
    sql`select tablename, indexname, indexdef from pg_indexes where schemaname = 'public'`.execute(db),
    sql`
      select conrelid::regclass::text as table_name, conname, pg_get_constraintdef(oid) as definition
      from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n'`.execute(db),
    sql`
      select relname, relkind, relpersistence, reloptions from pg_class
      where relnamespace = 'public'::regnamespace and relkind <> 'i'`.execute(db),
    sql`select tgname from pg_trigger where not tgisinternal`.execute(db),
  ])
  return found.flatMap(({ rows }) => rows)
}
