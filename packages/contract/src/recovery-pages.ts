import { RECOVERY_LIMITS } from './limits.ts'
import { isHash } from './names.ts'
import { isRecovered, RECOVERED_TABLES, type RecoveredName, type RecoveredTable } from './recovery-tables.ts'

/** A row as it travels. */
export type RecoveryRow = Readonly<Record<string, string | number | null>>

/** Rows of a table, in the order of its key. */
export interface RowsPage {
  readonly kind: 'rows'
  readonly table: RecoveredName
  readonly rows: readonly RecoveryRow[]
}

/** A stretch of the list of a table's pages; `next` is the hash of the stretch that follows. */
export interface IndexPage {
  readonly kind: 'index'
  readonly table: RecoveredName
  readonly pages: readonly string[]
  readonly next: string | null
}

/** A page of rows, or a stretch of the list of pages. */
export type RecoveryPage = RowsPage | IndexPage

/** A page that no recovery accepts; `pointer` says where in it. */
export class PageRefused extends Error {
  readonly pointer: string

  constructor(pointer: string, message: string) {
    super(message)
    this.name = 'PageRefused'
    this.pointer = pointer
  }
}

/** The page that a JSON value is; throws PageRefused for what has not the form of one. */
export function readRecoveryPage(value: unknown): RecoveryPage {
  if (!isRowsForm(value) && !isIndexForm(value))
    throw new PageRefused('', 'is not a page of rows or an index of pages')
  const { table } = value
  if (!isRecovered(table)) throw new PageRefused('/table', 'is not a table that is recovered')
  if (value.kind === 'index') return { ...value, table }
  if (value.rows.length > RECOVERY_LIMITS.pageRows)
    throw new PageRefused('/rows', `has more than ${RECOVERY_LIMITS.pageRows} rows`)
  return { ...value, table }
}

type Loose<P extends RecoveryPage> = Omit<P, 'table'> & { readonly table: string }

function isRowsForm(value: unknown): value is Loose<RowsPage> {
  return (
    hasKeys(value, ['kind', 'rows', 'table']) &&
    value.kind === 'rows' &&
    typeof value.table === 'string' &&
    Array.isArray(value.rows) &&
    value.rows.every(isRow)
  )
}

function isIndexForm(value: unknown): value is Loose<IndexPage> {
  return (
    hasKeys(value, ['kind', 'next', 'pages', 'table']) &&
    value.kind === 'index' &&
    typeof value.table === 'string' &&
    Array.isArray(value.pages) &&
    value.pages.every(isHash) &&
    (value.next === null || isHash(value.next))
  )
}

function hasKeys(value: unknown, keys: readonly string[]): value is Record<string, unknown> {
  return isRecord(value) && Object.keys(value).sort().join() === keys.join()
}

function isRow(value: unknown): boolean {
  return isRecord(value) && Object.values(value).every(isCell)
}

function isCell(value: unknown): boolean {
  return value === null || typeof value === 'string' || Number.isInteger(value)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** What no table of the name can hold in such a row, in words; null for a row that fits. */
export function faultOfRow(name: RecoveredName, row: RecoveryRow): string | null {
  const table: RecoveredTable = RECOVERED_TABLES[name]
  const left = new Set(Object.keys(row))
  for (const { columns, fits, form } of COLUMN_FORMS)
    for (const column of columns(table)) {
      if (!left.delete(column)) {
        if (table.later?.includes(column)) continue
        return `lacks the column ${column}`
      }
      if (!fits(row[column])) return `has a ${column} that is not ${form}`
    }
  for (const column of table.former ?? []) left.delete(column)
  for (const column of left) return `has the column ${column}, which ${name} has not`
  for (const column of table.lists ?? [])
    if (!isListOrNull(row[column])) return `has a ${column} that is no JSON list`
  const [column, value] = table.only ?? []
  if (column !== undefined && row[column] !== value) return `has another ${column} than ${value}`
  return null
}

interface ColumnForm {
  readonly form: string
  columns(table: RecoveredTable): readonly string[]
  fits(value: unknown): boolean
}

const COLUMN_FORMS: readonly ColumnForm[] = [
  { form: 'text', columns: ({ key, text = [] }) => [...key, ...text], fits: isText },
  {
    form: 'text or null',
    columns: ({ nullableText = [] }) => nullableText,
    fits: (value) => value === null || isText(value),
  },
  { form: 'a whole number', columns: ({ integers = [] }) => integers, fits: Number.isSafeInteger },
  {
    form: 'a whole number or null',
    columns: ({ nullableIntegers = [] }) => nullableIntegers,
    fits: (value) => value === null || Number.isSafeInteger(value),
  },
]

/** PostgreSQL has no text with a zero in it. */
function isText(value: unknown): boolean {
  return typeof value === 'string' && !value.includes('\0')
}

function isListOrNull(value: unknown): boolean {
  if (value === null) return true
  try {
    return Array.isArray(JSON.parse(String(value)))
  } catch {
    return false
  }
}

/** Whether a row comes after another of the same table: every row of a backup after the one before it. */
export function comesAfter(name: RecoveredName, row: RecoveryRow, before: RecoveryRow): boolean {
  for (const column of RECOVERED_TABLES[name].key) {
    const order = compareBytewise(String(row[column]), String(before[column]))
    if (order !== 0) return order > 0
  }
  return false
}

/** As UTF-8 bytes are ordered: by code points, where surrogates come after all other units. */
function compareBytewise(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i += 1) {
    const [x, y] = [a.charCodeAt(i), b.charCodeAt(i)]
    if (x !== y) return rankOfUnit(x) - rankOfUnit(y)
  }
  return a.length - b.length
}

function rankOfUnit(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit
}
