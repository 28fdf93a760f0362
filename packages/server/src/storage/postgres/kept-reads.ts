import type { CompiledQuery, OperationNode } from 'kysely'
import type { Db } from '../storage.ts'

/** The tables of a query; null where raw SQL may hide some. */
type TablesRead = readonly string[] | null

/** Answers of one query, as long as its tables stay as they are. */
interface KeptAnswers {
  version: number
  readonly rows: Map<string, unknown>
}

/**
 * What works have read, for the works after them: while nobody else has written, only a statement of this process can
 * have changed it.
 */
export class KeptReads {
  readonly #answers = new WeakMap<object, KeptAnswers>()
  readonly #changes = new Map<string, number>()
  #forgotten = 0

  /** Somebody else may have written, or what was read was taken back. */
  forget(): void {
    this.#forgotten += 1
  }

  /** A statement is about to run. */
  note({ query, sql }: CompiledQuery): void {
    if (query.kind === 'SelectQueryNode' || (query.kind === 'RawNode' && READING.test(sql))) return
    const tables = CHANGING.has(query.kind) ? tablesOf(query) : null
    if (tables === null) this.forget()
    else for (const table of tables) this.#changes.set(table, (this.#changes.get(table) ?? 0) + 1)
  }

  /** The kept answer, or the one that `ask` gets and that is kept if nothing changed meanwhile. */
  async read<A>(query: object, filled: CompiledQuery, ask: () => Promise<A>): Promise<A> {
    const tables = tablesRead(query, filled)
    if (tables === null) return ask()
    const version = this.#version(tables)
    const key = filled.parameters.join('\n')
    const kept = this.#rowsUnder(query, version)
    // Only what `ask` answered is put there.
    if (kept.has(key)) return kept.get(key) as A
    const answer = await ask()
    if (this.#version(tables) === version && kept.size < KEPT_ANSWERS) kept.set(key, answer)
    return answer
  }

  #version(tables: readonly string[]): number {
    let version = this.#forgotten
    for (const table of tables) version += this.#changes.get(table) ?? 0
    return version
  }

  #rowsUnder(query: object, version: number): Map<string, unknown> {
    let answers = this.#answers.get(query)
    if (answers?.version !== version) {
      answers = { version, rows: new Map() }
      this.#answers.set(query, answers)
    }
    return answers.rows
  }
}

/** Of one query; more than a batch asks for, and a bound. */
const KEPT_ANSWERS = 1024
const CHANGING: ReadonlySet<OperationNode['kind']> = new Set([
  'InsertQueryNode',
  'UpdateQueryNode',
  'DeleteQueryNode',
])
const READING = /^\s*select\b/i

const ofHandles = new WeakMap<object, KeptReads>()

/** Lets `keptReadsOf` find them by the handle of a work. */
export function keepReads(db: Db, reads: KeptReads): void {
  ofHandles.set(db.getExecutor(), reads)
}

/** Null for a handle that keeps nothing. */
export function keptReadsOf(db: Db): KeptReads | null {
  return ofHandles.get(db.getExecutor()) ?? null
}

const tablesByQuery = new WeakMap<object, { tables: TablesRead }>()

function tablesRead(query: object, filled: CompiledQuery): TablesRead {
  let known = tablesByQuery.get(query)
  if (known === undefined) {
    known = { tables: tablesOf(filled.query) }
    tablesByQuery.set(query, known)
  }
  return known.tables
}

function tablesOf(node: OperationNode): TablesRead {
  const tables = new Set<string>()
  return collect(node, tables) ? [...tables] : null
}

/** False where raw SQL may name a table. */
function collect(value: unknown, tables: Set<string>): boolean {
  if (typeof value !== 'object' || value === null) return true
  if (Array.isArray(value)) return value.every((part) => collect(part, tables))
  if (isNode(value, 'RawNode')) return false
  if (isNode(value, 'TableNode')) {
    const name = tableName(value)
    if (name === null) return false
    tables.add(name)
    return true
  }
  // A parameter may be bytes.
  if (isNode(value, 'ValueNode') || isNode(value, 'PrimitiveValueListNode')) return true
  return Object.values(value).every((part) => collect(part, tables))
}

function isNode(value: object, kind: OperationNode['kind']): boolean {
  return 'kind' in value && value.kind === kind
}

/** `TableNode` -> `SchemableIdentifierNode` -> `IdentifierNode`. */
function tableName(node: object): string | null {
  if (!('table' in node) || typeof node.table !== 'object' || node.table === null) return null
  if (!('identifier' in node.table)) return null
  const { identifier } = node.table
  if (typeof identifier !== 'object' || identifier === null || !('name' in identifier)) return null
  return String(identifier.name)
}
