import {
  type CompiledQuery,
  DefaultQueryExecutor,
  type Dialect,
  InsertQueryNode,
  type KyselyProps,
  OnConflictNode,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type RootOperationNode,
  SelectQueryNode,
  Transaction,
  ValuesNode,
} from 'kysely'
import { closedDriver } from '../closed-driver.ts'
import type { Tx } from '../storage.ts'
import type { Tables } from '../tables.ts'
import { type KeptReads, keepReads } from './kept-reads.ts'
import type { WriterConnection } from './pool.ts'
import { isUncounted } from './uncounted.ts'

/** One transaction in progress, which several works share. */
export interface Batch {
  readonly connection: WriterConnection
  readonly reads: KeptReads
  /** Statements that changed rows, or may have; only ever grows. */
  changes: number
}

/** Makes the handle of one work in a transaction that is open; it refuses to run once the work is over. */
export function createTx(batch: Batch, isOpen: () => boolean): Tx {
  const executor = new DefaultQueryExecutor(compiler, adapter, {
    provideConnection: (consumer) =>
      consumer({
        async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
          if (!isOpen()) throw new Error('The transaction is over: a query escaped from its work')
          return run<R>(batch, query)
        },
        streamQuery() {
          throw new Error('Streaming is not used: page through the rows instead')
        },
      }),
  })
  const props: KyselyProps = { config: { dialect }, dialect, driver: closedDriver, executor }
  const tx = new Transaction<Tables>(props)
  keepReads(tx, batch.reads)
  return tx
}

/**
 * A change is not waited for where its outcome is known or not asked for: the next query is sent behind it, and the
 * commit waits for all. What fails so late fails everything after it, and the work with it.
 */
async function run<R>(batch: Batch, query: CompiledQuery): Promise<QueryResult<R>> {
  const { connection } = batch
  if (!SelectQueryNode.is(query.query)) batch.changes += 1
  batch.reads.note(query)
  const added = isUncounted(query) ? 0 : rowsAdded(query.query)
  if (added !== null) {
    connection.send(query.sql, query.parameters)
    return { rows: [], numAffectedRows: BigInt(added) }
  }
  const { command, rowCount, rows } = await connection.client.query<R>(query.sql, query.parameters)
  return CHANGING.has(command) ? { rows, numAffectedRows: BigInt(rowCount ?? 0) } : { rows }
}

const CHANGING: ReadonlySet<string> = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

/** How many rows a statement adds or overwrites, where that is certain before it ran; null otherwise. */
function rowsAdded(node: RootOperationNode): number | null {
  if (!InsertQueryNode.is(node) || node.returning !== undefined) return null
  if (node.values === undefined || !ValuesNode.is(node.values)) return null
  if (node.onConflict !== undefined && !overwrites(node.onConflict)) return null
  return node.values.values.length
}

function overwrites(node: OnConflictNode): boolean {
  return OnConflictNode.is(node) && node.updates !== undefined && node.updateWhere === undefined
}

const adapter = new PostgresAdapter()
const compiler = new PostgresQueryCompiler()

const dialect: Dialect = {
  createAdapter: () => adapter,
  createQueryCompiler: () => compiler,
  createIntrospector: (db) => new PostgresIntrospector(db),
  createDriver: () => closedDriver,
}
