import { canonicalJson } from '../../core/canonical-json.ts'
import { isHash } from '../../core/hash.ts'
import { invalidField, problem } from '../../core/problem.ts'
import { JsonRefused, parseStrictJson } from '../../core/strict-json.ts'
import type { FrozenRow } from '../../storage/frozen-tables.ts'
import { isRecovered } from '../../storage/recovery-tables.ts'

/** What a backup is made of: rows of a table, and lists of such pages. */
export type RecoveryPage =
  | { readonly kind: 'rows'; readonly table: string; readonly rows: readonly FrozenRow[] }
  | {
      readonly kind: 'index'
      readonly table: string
      readonly pages: readonly string[]
      readonly next: string | null
    }

/** Reads a page that came from elsewhere: only the one way to write it is accepted. */
export function readPage(bytes: Uint8Array): RecoveryPage {
  const value = parse(bytes)
  if (canonicalJson(value) !== Buffer.from(bytes).toString('utf8'))
    throw invalidField('', 'is not in the form of RFC 8785')
  if (isRowsPage(value) || isIndexPage(value)) {
    if (!isRecovered(value.table)) throw invalidField('/table', 'is not a table that is recovered')
    return value
  }
  throw invalidField('', 'is not a page of rows or an index of pages')
}

function parse(bytes: Uint8Array): unknown {
  try {
    return parseStrictJson(bytes)
  } catch (error) {
    if (!(error instanceof JsonRefused)) throw error
    throw problem('invalid_json', `The page is not acceptable JSON: ${error.message}`, {}, error)
  }
}

function isRowsPage(value: unknown): value is Extract<RecoveryPage, { kind: 'rows' }> {
  return (
    hasKeys(value, ['kind', 'rows', 'table']) &&
    value.kind === 'rows' &&
    typeof value.table === 'string' &&
    Array.isArray(value.rows) &&
    value.rows.every(isRow)
  )
}

function isIndexPage(value: unknown): value is Extract<RecoveryPage, { kind: 'index' }> {
  return (
    hasKeys(value, ['kind', 'next', 'pages', 'table']) &&
    value.kind === 'index' &&
    typeof value.table === 'string' &&
    Array.isArray(value.pages) &&
    value.pages.every(isHashText) &&
    (value.next === null || isHashText(value.next))
  )
}

function hasKeys(value: unknown, keys: readonly string[]): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return Object.keys(value).sort().join() === keys.join()
}

function isRow(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return Object.values(value).every(
    (part) => part === null || typeof part === 'string' || Number.isInteger(part),
  )
}

function isHashText(value: unknown): boolean {
  return typeof value === 'string' && isHash(value)
}
