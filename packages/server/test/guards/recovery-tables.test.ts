import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { RECOVERED_TABLES as FORMS, RECOVERED_SCHEMAS, type RecoveredTable } from '@colophon/contract'
import { SCHEMA_VERSION } from '../../src/storage/migrate.ts'
import { openStorage } from '../../src/storage/open-storage.ts'
import { COPIED_TABLES, TABLES_LEFT_OUT } from '../../src/storage/recovery/recovery-tables.ts'
import { makeFolder } from '../support/folder.ts'

interface TableInFile {
  name: string
  key: string[]
  columns: Map<string, string>
}

/** What a new site's file really has. */
async function readTables(t: Parameters<typeof makeFolder>[0]): Promise<TableInFile[]> {
  const path = `${await makeFolder(t)}/colophon.db`
  await (await openStorage(`sqlite:${path}`)).close()
  const database = new DatabaseSync(path, { readOnly: true })
  const names = database.prepare("select name from sqlite_schema where type = 'table'").all()
  const tables = names.map(({ name }) => ({ name: String(name), ...columnsOf(database, String(name)) }))
  database.close()
  return tables.filter(({ name }) => !name.startsWith('kysely_') && !name.startsWith('sqlite_'))
}

/** The key, and the form of each column: `text`, `text?` where it may be null. */
function columnsOf(database: DatabaseSync, table: string): Omit<TableInFile, 'name'> {
  const columns = database
    .prepare('select name, type, pk, "notnull" as filled from pragma_table_info(?)')
    .all(table)
  const key = columns.filter(({ pk }) => Number(pk) > 0).sort((a, b) => Number(a.pk) - Number(b.pk))
  return {
    key: key.map(({ name }) => String(name)),
    columns: new Map(
      columns.map(({ name, type, filled }) => [
        String(name),
        `${type}${filled === 1 ? '' : '?'}`.toLowerCase(),
      ]),
    ),
  }
}

function findUnlisted(names: readonly string[]): string[] {
  const listed = new Set([...COPIED_TABLES.map(({ name }) => name), ...TABLES_LEFT_OUT.map(([name]) => name)])
  return names.filter((name) => !listed.has(name))
}

test('every table is recovered or left out with a reason, and none is both', async (t) => {
  const names = (await readTables(t)).map(({ name }) => name)
  assert.ok(names.length > 35)
  assert.deepEqual(findUnlisted(names), [])
  const listed = [...COPIED_TABLES.map(({ name }) => name), ...TABLES_LEFT_OUT.map(([name]) => name)]
  assert.deepEqual(listed.sort(), names.sort())
  for (const [, reason] of TABLES_LEFT_OUT) assert.ok(reason.length > 15)
})

test('recovered tables are in the order of their primary keys', async (t) => {
  const tables = new Map((await readTables(t)).map(({ name, key }) => [name, key]))
  assert.deepEqual(
    COPIED_TABLES.map(({ name, key }) => [name, key]),
    COPIED_TABLES.map(({ name }) => [name, tables.get(name)]),
  )
})

test('the columns of recovered tables have the forms that the contract gives them', async (t) => {
  const tables = new Map((await readTables(t)).map(({ name, columns }) => [name, columns]))
  for (const [name, table] of Object.entries<RecoveredTable>(FORMS))
    assert.deepEqual(new Map([...formsOf(table)].sort()), new Map([...(tables.get(name) ?? [])].sort()), name)
  // A table that changes has new forms and a new version; older ones stay restorable, or `oldest` rises.
  assert.equal(RECOVERED_SCHEMAS.newest, SCHEMA_VERSION)
})

function* formsOf({ key, text, nullableText, integers, nullableIntegers }: RecoveredTable) {
  for (const column of [...key, ...(text ?? [])]) yield [column, 'text'] as const
  for (const column of nullableText ?? []) yield [column, 'text?'] as const
  for (const column of integers ?? []) yield [column, 'integer'] as const
  for (const column of nullableIntegers ?? []) yield [column, 'integer?'] as const
}

test('what must never be in a snapshot is left out', () => {
  const leftOut = new Set(TABLES_LEFT_OUT.map(([name]) => name))
  for (const name of ['sessions', 'site', 'blobs', 'entries', 'search_segments', 'snapshot_rows'])
    assert.ok(leftOut.has(name), name)
})

test('the guard sees a table that is on neither list', () => {
  assert.deepEqual(findUnlisted(['topics', 'sessions', 'news']), ['news'])
})
