import { type CompiledQuery, DefaultQueryExecutor, type QueryResult } from 'kysely'
import type { AskedBefore } from '../core/asked-before.ts'
import { noteRead } from './noted-reads.ts'
import type { Db } from './storage.ts'

/** What a statement did: its rows, or how many it changed. */
export interface StatementResult {
  readonly rows: unknown[]
  readonly changes: number
}

/** Rows of one query, kept while what they were read from stays as it is. */
export interface KeptRows {
  version: number
  readonly rows: Map<string, unknown>
  readonly isAskedAgain: AskedBefore
}

/**
 * An executor whose engine answers without waiting. A compiled query asks it at once: on the way through the
 * builder's own promises a small query spends more time than in the engine.
 */
export abstract class DirectExecutor extends DefaultQueryExecutor {
  /** Throws when the transaction is over. */
  abstract run(query: CompiledQuery): StatementResult
  /** The first row; null without one. */
  abstract first(query: CompiledQuery): unknown
  /** Changes with what the query may read; null while the own transaction has changed some of it. */
  abstract version(query: CompiledQuery): number | null
  /** By query; every handle of a storage has the same. */
  abstract readonly kept: Map<object, KeptRows>

  /** Says to whoever notes it that the query's tables are read. */
  note(query: CompiledQuery): void {
    noteRead(() => {
      const version = this.version(query)
      return () => version !== null && version === this.version(query)
    })
  }

  override async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    this.note(query)
    const { rows, changes } = this.run(query)
    return { rows: rows as R[], numAffectedRows: BigInt(changes) }
  }
}

/** Null for a handle of an engine that makes everybody wait. */
export function directExecutorOf(db: Db): DirectExecutor | null {
  const executor = db.getExecutor()
  return executor instanceof DirectExecutor ? executor : null
}
