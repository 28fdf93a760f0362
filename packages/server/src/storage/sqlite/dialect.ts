import type { DatabaseSync } from 'node:sqlite'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  Kysely,
  type KyselyProps,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  Transaction,
} from 'kysely'
import { closedDriver } from '../closed-driver.ts'
import { DirectExecutor, type KeptRows, type StatementResult } from '../direct-executor.ts'
import type { Db, Tx } from '../storage.ts'
import type { Tables } from '../tables.ts'
import { createSqliteConnection, type SqliteConnection } from './connection.ts'
import { createTableVersions, type TableVersions } from './table-versions.ts'

/** What all handles of a database share. */
interface SharedState {
  readonly versions: TableVersions
  readonly kept: Map<object, KeptRows>
}

/** A handle on one connection that stays open, without transactions of its own. */
export function openHandle(connection: SqliteConnection, shared: SharedState): Db {
  const executor = new SqliteExecutor(connection, shared)
  return new Kysely<Tables>(propsOf(executor))
}

/** A handle on a file that nothing else of this process has open. */
export function openLoneHandle(database: DatabaseSync): Db {
  const versions = createTableVersions(() => 0)
  return openHandle(createSqliteConnection(database, versions), { versions, kept: new Map() })
}

/** Makes the handle of one work on the writer; it refuses to run once the work is over. */
export function createTxFactory(
  connection: SqliteConnection,
  shared: SharedState,
): (isOpen: () => boolean) => Tx {
  return (isOpen) => new Transaction<Tables>(propsOf(new TransactionExecutor(connection, shared, isOpen)))
}

const adapter = new SqliteAdapter()
const compiler = new SqliteQueryCompiler()

class SqliteExecutor extends DirectExecutor {
  readonly kept: Map<object, KeptRows>
  protected readonly connection: SqliteConnection
  protected readonly versions: TableVersions

  constructor(connection: SqliteConnection, { versions, kept }: SharedState) {
    super(compiler, adapter, { provideConnection: (consumer) => consumer(this.asConnection()) })
    this.connection = connection
    this.versions = versions
    this.kept = kept
  }

  run(query: CompiledQuery): StatementResult {
    return this.connection.run(query)
  }

  first(query: CompiledQuery): unknown {
    return this.connection.first(query)
  }

  version(query: CompiledQuery): number | null {
    return this.versions.sum(this.connection.prepare(query).reads)
  }

  /** What Kysely's own ways ask for: migrations, and transactions, which are refused. */
  private asConnection(): DatabaseConnection {
    return {
      executeQuery: (query) => this.executeQuery(query),
      streamQuery() {
        throw new Error('Streaming is not used: page through the rows instead')
      },
    }
  }
}

class TransactionExecutor extends SqliteExecutor {
  private readonly isOpen: () => boolean

  constructor(connection: SqliteConnection, shared: SharedState, isOpen: () => boolean) {
    super(connection, shared)
    this.isOpen = isOpen
  }

  override run(query: CompiledQuery): StatementResult {
    this.requireOpen()
    return super.run(query)
  }

  override first(query: CompiledQuery): unknown {
    this.requireOpen()
    return super.first(query)
  }

  override version(query: CompiledQuery): number | null {
    this.requireOpen()
    const { reads } = this.connection.prepare(query)
    for (const table of reads) if (table.isWritten) return null
    return this.versions.sum(reads)
  }

  private requireOpen(): void {
    if (!this.isOpen()) throw new Error('The transaction is over: a query escaped from its work')
  }
}

const dialect: Dialect = {
  createAdapter: () => adapter,
  createQueryCompiler: () => compiler,
  createIntrospector: (db) => new SqliteIntrospector(db),
  createDriver: () => closedDriver,
}

function propsOf(executor: SqliteExecutor): KyselyProps {
  return { config: { dialect }, dialect, driver: closedDriver, executor }
}
