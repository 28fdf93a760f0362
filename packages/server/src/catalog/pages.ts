import { isReader, LIST_LIMITS } from '@colophon/contract'
import { type SelectQueryBuilder, type StringReference, sql } from 'kysely'
import type { App } from '../app.ts'
import { type Caller, isAnonymous } from '../core/authority.ts'
import { canonicalJson } from '../core/canonical-json.ts'
import { closePage } from '../core/close-page.ts'
import { CursorRefused, openCursor } from '../core/cursor.ts'
import { problem } from '../core/problem.ts'
import { beginOf, firstOfRanges, type RangesOf } from '../storage/first-of-ranges.ts'
import type { Db } from '../storage/storage.ts'
import type { Tables } from '../storage/tables.ts'

/** What a list's query always has. */
interface PageParams {
  query: { limit?: number | undefined; cursor?: string | undefined }
  caller: Caller
  operation: { id: string }
  params: Readonly<Record<string, string>>
}

/** What a store is asked for: one row more than a page shows tells whether there is another page. */
export interface RowPageParams<P> {
  /** Where the page before ended; null at the start. */
  after: P | null
  limit: number
}

export interface RowPage<P> {
  limit: number
  /** Where the page before ended; null at the start. */
  after: P | null
  readonly asked: RowPageParams<P>
  /** What its cursor is sealed with, for a page that is closed elsewhere. */
  binding: string
  /** Ends a list of up to limit + 1 rows: the page and its cursor. */
  close<R>(rows: readonly R[], position: (last: R) => P): { items: R[]; next_cursor: string | null }
}

/**
 * A cursor is bound to the route, the filters and what the caller can see: its identity and grants, or that
 * it has none.
 */
export function openPage<P>(
  app: App,
  call: PageParams,
  isPosition: (value: unknown) => value is P,
): RowPage<P> {
  const limit = call.query.limit ?? LIST_LIMITS.defaultPage
  const { limit: _limit, cursor, ...filters } = call.query
  const binding = canonicalJson([call.operation.id, call.params, filters, viewOf(call.caller)])
  const after = cursor === undefined ? null : openAt(app.keys.cursorKey, { binding, cursor }, isPosition)
  return {
    limit,
    after,
    asked: { after, limit: limit + 1 },
    binding,
    close: (rows, position) => closePage({ key: app.keys.cursorKey, binding, limit }, rows, position),
  }
}

type OrderColumn<DB, TB extends keyof DB> = string & StringReference<DB, TB>

/** Where a list goes on: behind the row at which the page before ended, by two columns that no two rows share. */
export function pageOf<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  order: { by: readonly [OrderColumn<DB, TB>, OrderColumn<DB, TB>]; from: 'oldest' | 'newest' },
  asked: RowPageParams<readonly string[]>,
): SelectQueryBuilder<DB, TB, O> {
  const [time, id] = order.by.map((column) => sql.ref(column))
  if (time === undefined || id === undefined) return query
  const [way, side] = order.from === 'newest' ? (['desc', '<'] as const) : (['asc', '>'] as const)
  const [at, last] = asked.after ?? []
  const isFirst = at === undefined || last === undefined
  const rest = isFirst ? query : query.where(sql<boolean>`(${time}, ${id}) ${sql.raw(side)} (${at}, ${last})`)
  return rest.orderBy(time, way).orderBy(id, way).limit(asked.limit)
}

/** A page of the rows of several ranges of an index, in their order. */
export async function listRanges<T extends keyof Tables & string>(
  db: Db,
  of: Omit<RangesOf<T>, 'columns'>,
  asked: RowPageParams<readonly string[]> & { readonly ranges: string },
): Promise<Tables[T][]> {
  const part = { ...beginOf(of.from, asked.after), ranges: asked.ranges, limit: asked.limit }
  const { rows } = await sql<Tables[T]>`select * from ${firstOfRanges(db, of, part)}`.execute(db)
  return rows
}

function viewOf(caller: Caller) {
  // A reader identity sees what an anonymous caller sees.
  if (isAnonymous(caller) || isReader(caller.enrollment)) return 'public'
  return [caller.identityId, [...caller.scopes].sort(), caller.topicGrants]
}

function openAt<P>(
  key: Uint8Array,
  sealed: { binding: string; cursor: string },
  isPosition: (value: unknown) => value is P,
): P {
  try {
    const position = openCursor(key, sealed.binding, sealed.cursor)
    if (isPosition(position)) return position
  } catch (error) {
    if (!(error instanceof CursorRefused)) throw error
  }
  throw problem('invalid_cursor', 'This cursor does not belong to this route, these filters and this view.')
}

/** The position of a list ordered by one or more texts. */
export function isTextTuple<N extends 1 | 2 | 4>(length: N) {
  return (value: unknown): value is string[] & { length: N } =>
    Array.isArray(value) && value.length === length && value.every((part) => typeof part === 'string')
}

/** The position of a list whose items have numbers. */
export function isPosition(value: unknown): value is number {
  return typeof value === 'number'
}
