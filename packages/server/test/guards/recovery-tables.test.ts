import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { openStorage } from '../../src/storage/open-storage.ts'
import { RECOVERED_TABLES, TABLES_LEFT_OUT } from '../../src/storage/recovery-tables.ts'
import { makeFolder } from '../support/folder.ts'

interface TableInFile {
  name: string
  key: string[]
}

/** What a new site's file really has. */
async function readTables(t: Parameters<typeof makeFolder>[0]): Promise<TableInFile[]> {
  const path = `${await makeFolder(t)}/colophon.db`
  await (await openStorage(`sqlite:${path}`)).close()
  const database = new DatabaseSync(path, { readOnly: true })
  const names = database.prepare("select name from sqlite_schema where type = 'table'").all()
  const tables = names.map(({ name }) => ({ name: String(name), key: keyOf(database, String(name)) }))
  database.close()
  return tables.filter(({ name }) => !name.startsWith('kysely_') && !name.startsWith('sqlite_'))
}

function keyOf(database: DatabaseSync, table: string): string[] {
  const columns = database.prepare('select name, pk from pragma_table_info(?) where pk > 0 order by pk')
  return columns.all(table).map((column) => String(column.name))
}

function findUnlisted(names: readonly string[]): string[] {
  const listed = new Set([
    ...RECOVERED_TABLES.map(({ name }) => name),
    ...TABLES_LEFT_OUT.map(([name]) => name),
  ])
  return names.filter((name) => !listed.has(name))
}

test('every table is recovered or left out with a reason, and none is both', async (t) => {
  const names = (await readTables(t)).map(({ name }) => name)
  assert.ok(names.length > 35)
  assert.deepEqual(findUnlisted(names), [])
  const listed = [...RECOVERED_TABLES.map(({ name }) => name), ...TABLES_LEFT_OUT.map(([name]) => name)]
  assert.deepEqual(listed.sort(), names.sort())
  for (const [, reason] of TABLES_LEFT_OUT) assert.ok(reason.length > 15)
})

test('recovered tables are in the order of their primary keys', async (t) => {
  const tables = new Map((await readTables(t)).map(({ name, key }) => [name, key]))
  assert.deepEqual(
    RECOVERED_TABLES.map(({ name, key }) => [name, key]),
    RECOVERED_TABLES.map(({ name }) => [name, tables.get(name)]),
  )
})

test('what must never be in a snapshot is left out', () => {
  const leftOut = new Set(TABLES_LEFT_OUT.map(([name]) => name))
  for (const name of ['sessions', 'site', 'blobs', 'entries', 'search_segments', 'snapshot_rows'])
    assert.ok(leftOut.has(name), name)
})

test('the guard sees a table that is on neither list', () => {
  assert.deepEqual(findUnlisted(['topics', 'sessions', 'news']), ['news'])
})
