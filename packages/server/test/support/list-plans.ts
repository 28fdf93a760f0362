import { DatabaseSync } from 'node:sqlite'
import { Client } from 'pg'
import { type Cleanup, fileOf } from './engines.ts'

/** A statement as an engine was given it. */
export interface Statement {
  readonly text: string
  readonly values: readonly unknown[]
}

/** Notes every statement that this process gives to an engine from now on, each text once, with its first values. */
export function noteStatements(t: Cleanup): () => Statement[] {
  const noted = new Map<string, Statement>()
  const note = (text: string, values: readonly unknown[] = []) => {
    if (!noted.has(text)) noted.set(text, { text, values })
  }
  const { prepare } = DatabaseSync.prototype
  DatabaseSync.prototype.prepare = function (text, ...rest) {
    note(text)
    return prepare.call(this, text, ...rest)
  }
  const { query } = Client.prototype
  Client.prototype.query = function (this: Client, ...given: unknown[]) {
    const [asked] = given as [string | { text: string; values?: unknown[] }]
    if (typeof asked === 'object' && 'text' in asked) note(asked.text, asked.values)
    return (query as (...all: unknown[]) => unknown).apply(this, given)
  } as typeof query
  t.after(async () => {
    DatabaseSync.prototype.prepare = prepare
    Client.prototype.query = query
  })
  return () => [...noted.values()].filter(({ text }) => /^\s*(select|with)\b/i.test(text))
}

/** What of a statement's plan grows with the rows of a table: reading all of them, or sorting them. */
export interface PlanReader {
  complaints(statement: Statement): Promise<string[]>
  close(): Promise<void>
}

/** To be closed before the database is gone. */
export function openPlanReader(databaseUrl: string): Promise<PlanReader> {
  return databaseUrl.startsWith('sqlite:') ? readSqlite(databaseUrl) : readPostgres(databaseUrl)
}

async function readSqlite(url: string): Promise<PlanReader> {
  const database = new DatabaseSync(fileOf(url), { readOnly: true })
  const listed = database.prepare(`select name from pragma_table_list where schema = 'main' and wr = 0`).all()
  const tables = new Set(listed.map(({ name }) => String(name)))
  return {
    close: async () => database.close(),
    async complaints({ text }) {
      const steps = database
        .prepare(`explain query plan ${text}`)
        .all()
        .map(({ detail }) => String(detail))
      return steps.filter((step) => {
        const scanned = /^SCAN (\w+)(.*)$/.exec(step)
        // A table without row ids is read in the order of its key.
        const reads = scanned !== null && tables.has(scanned[1] ?? '') && !scanned[2]?.includes('INDEX')
        return reads || step.startsWith('USE TEMP B-TREE')
      })
    },
  }
}

interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly Plans?: readonly PlanNode[]
}

/** With few rows PostgreSQL likes to read all of them: what it does where it can do otherwise is the question here. */
const WHERE_IT_CAN = ['seqscan', 'bitmapscan', 'sort', 'hashjoin', 'mergejoin', 'hashagg']

async function readPostgres(url: string): Promise<PlanReader> {
  const client = new Client({ connectionString: url })
  await client.connect()
  for (const way of WHERE_IT_CAN) await client.query(`set enable_${way} = off`)
  return {
    close: () => client.end(),
    async complaints({ text, values }) {
      const { rows } = await client.query({ text: `explain (format json) ${text}`, values: [...values] })
      const [{ Plan }] = rows[0]['QUERY PLAN'] as [{ Plan: PlanNode }]
      return complaintsOf(Plan)
    },
  }
}

function complaintsOf(node: PlanNode): string[] {
  const type = node['Node Type']
  const below = (node.Plans ?? []).flatMap(complaintsOf)
  if (type === 'Seq Scan' && !isCatalog(node)) return [`Seq Scan ${node['Relation Name']}`, ...below]
  const sorted = type.endsWith('Sort') ? (node.Plans ?? []).flatMap(unboundedBelow) : []
  return [...sorted.map((table) => `${type} of ${table}`), ...below]
}

function isCatalog(node: PlanNode): boolean {
  return node['Relation Name']?.startsWith('pg_') ?? false
}

/** The tables whose rows reach a sort without a limit on the way; a row that is found by its key is one. */
function unboundedBelow(node: PlanNode): string[] {
  const type = node['Node Type']
  if (type === 'Limit') return []
  const table = node['Relation Name']
  const isOfKey = node['Index Name']?.endsWith('_pkey') ?? false
  const own = table !== undefined && !isOfKey && !isCatalog(node) ? [table] : []
  return [...own, ...(node.Plans ?? []).flatMap(unboundedBelow)]
}
