import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Client } from 'pg'
import { type Cleanup, fileOf, type TestEngine } from './engines.ts'

/**
 * A database as the last build before the first release left it: its tables on each engine, and the rows of a site in
 * which everything had happened. Rows stand in no order that references would need; bytes are base64.
 */
const FOLDER = join(import.meta.dirname, '../fixtures/schema-14')

export type FormerRow = Readonly<Record<string, unknown>>

/** Its moment, its key, and bearers of every kind. */
export interface FormerSite {
  readonly now: string
  readonly signing_key: object
  readonly tokens: Readonly<Record<string, string>>
}

export function formerSite(): FormerSite {
  return JSON.parse(readFileSync(join(FOLDER, 'site.json'), 'utf8'))
}

export function formerRows(): (readonly [table: string, row: FormerRow])[] {
  const lines = readFileSync(join(FOLDER, 'rows.jsonl'), 'utf8').trimEnd().split('\n')
  return lines.map((line) => {
    const [table, row]: [string, FormerRow] = JSON.parse(line)
    return [table, Object.fromEntries(Object.entries(row).map(([name, value]) => [name, decoded(value)]))]
  })
}

function decoded(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('base64' in value)) return value
  return Buffer.from(String(value.base64), 'base64')
}

/** Makes it, runs what else is to happen to it, and answers its URL. */
export async function makeFormer(
  engine: TestEngine,
  t: Cleanup,
  statements: readonly string[] = [],
): Promise<string> {
  const url = await engine.bareUrl(t)
  const given = { tables: readFileSync(join(FOLDER, `${engine.name}.sql`), 'utf8'), statements }
  if (engine.name === 'sqlite') fillFile(fileOf(url), given)
  else await fillDatabase(url, given)
  return url
}

interface Filling {
  readonly tables: string
  readonly statements: readonly string[]
}

function fillFile(file: string, { tables, statements }: Filling): void {
  const database = new DatabaseSync(file)
  database.exec(`${tables} begin`)
  for (const [table, row] of formerRows())
    database.prepare(insertOf(table, row, () => '?')).run(...Object.values(row).map(asSqlite))
  database.exec('commit')
  for (const statement of statements) database.exec(statement)
  database.close()
}

function asSqlite(value: unknown): string | number | null | Uint8Array {
  if (typeof value === 'string' || typeof value === 'number' || value instanceof Uint8Array) return value
  return null
}

async function fillDatabase(url: string, { tables, statements }: Filling): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(tables)
    for (const [table, row] of formerRows())
      await client.query(
        insertOf(table, row, (place) => `$${place + 1}`),
        Object.values(row),
      )
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

function insertOf(table: string, row: FormerRow, parameter: (place: number) => string): string {
  const columns = Object.keys(row)
  return `insert into ${table} (${columns.map((name) => `"${name}"`).join(', ')})
    values (${columns.map((_name, place) => parameter(place)).join(', ')})`
}
