import { existsSync } from 'node:fs'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'

/** Whoever reads a copy asks for its next page sooner. */
const IDLE_MILLISECONDS = 5000

/** Reads copies of a site. */
export interface CopyReader {
  /** The rows that a query finds in the file at this path. Throws where there is none. */
  all(path: string, sql: string, parameters: readonly SQLInputValue[]): Record<string, unknown>[]
  close(): void
}

/**
 * A copy is read in thousands of pages and objects, and to open it takes longer than to read one. The copy that was read
 * last stays open for a moment, and no longer than its file has its name: another process may remove it at any time.
 */
export function createCopyReader(): CopyReader {
  let kept: ReturnType<typeof openCopy> | null = null
  const close = () => {
    kept?.copy.close()
    kept = null
  }
  const timer = setTimeout(close, IDLE_MILLISECONDS).unref()
  return {
    all(path, sql, parameters) {
      if (kept?.path !== path || !existsSync(path)) {
        close()
        kept = openCopy(path)
      }
      timer.refresh()
      return kept.prepare(sql).all(...parameters)
    },
    close,
  }
}

function openCopy(path: string) {
  const copy = new DatabaseSync(path, { readOnly: true })
  const statements = new Map<string, ReturnType<DatabaseSync['prepare']>>()
  return {
    path,
    copy,
    prepare(sql: string) {
      const statement = statements.get(sql) ?? copy.prepare(sql)
      statements.set(sql, statement)
      return statement
    },
  }
}
