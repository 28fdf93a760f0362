import {
  type ConnectionProvider,
  type DatabaseConnection,
  DefaultQueryExecutor,
  type Dialect,
  type Driver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  Transaction,
} from 'kysely'
import type { Db, Tx } from './storage.ts'
import type { Tables } from './tables.ts'

/** A handle on one connection that stays open, without transactions of its own. */
export function openHandle(connection: DatabaseConnection): Db {
  return new Kysely<Tables>({ dialect: sqliteDialect(connection) })
}

/** Makes the handle of one work on the writer; it refuses to run once the work is over. */
export function createTxFactory(connection: DatabaseConnection): (isOpen: () => boolean) => Tx {
  const dialect = sqliteDialect(connection)
  const driver = dialect.createDriver()
  const compiler = dialect.createQueryCompiler()
  const adapter = dialect.createAdapter()
  return (isOpen) => {
    const provider: ConnectionProvider = {
      provideConnection(consumer) {
        if (!isOpen()) throw new Error('The transaction is over: a query escaped from its work')
        return consumer(connection)
      },
    }
    const executor = new DefaultQueryExecutor(compiler, adapter, provider)
    return new Transaction<Tables>({ config: { dialect }, dialect, driver, executor })
  }
}

function sqliteDialect(connection: DatabaseConnection): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createDriver: () => singleConnectionDriver(connection),
  }
}

function singleConnectionDriver(connection: DatabaseConnection): Driver {
  const refuse = async () => {
    throw new Error('Transactions are opened by Storage.write only')
  }
  return {
    init: async () => {},
    acquireConnection: async () => connection,
    releaseConnection: async () => {},
    beginTransaction: refuse,
    commitTransaction: refuse,
    rollbackTransaction: refuse,
    destroy: async () => {},
  }
}
