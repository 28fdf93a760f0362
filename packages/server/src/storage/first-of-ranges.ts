import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { isPostgres } from './migrations/create-table.ts'
import type { Db } from './storage.ts'
import type { Tables } from './tables.ts'

type TableName = keyof Tables & string
type ColumnOf<T extends TableName> = keyof Tables[T] & string

/** Rows that lie in ranges of one index: its first columns name a range, the next two order the rows in it. */
export interface RangesOf<T extends TableName, C extends ColumnOf<T> = ColumnOf<T>> {
  readonly table: T
  /** The columns of which each range has one value. */
  readonly each: readonly ColumnOf<T>[]
  /** No two rows of a range share both. */
  readonly by: readonly [ColumnOf<T>, ColumnOf<T>]
  readonly from: 'oldest' | 'newest'
  /** The condition of a partial index: a column and its value. */
  readonly only?: readonly [ColumnOf<T>, string]
  /** What is passed over in a range besides; it names the table by its own name. */
  readonly where?: Expression<SqlBool> | undefined
  /** What is read of a row; everything by default. */
  readonly columns?: readonly C[]
}

/** The ranges, where they begin and how many rows are wanted of all of them together. */
export interface RangesPart {
  /** A JSON array with an array of values for each range. */
  readonly ranges: string
  readonly at: string
  readonly id: string
  readonly limit: number
}

/** A range for each way to take one value of each list, in the order of the columns. */
export function rangesOf(...lists: readonly (readonly string[])[]): string {
  return JSON.stringify(
    lists.reduce<string[][]>(
      (ranges, values) => ranges.flatMap((range) => values.map((value) => [...range, value])),
      [[]],
    ),
  )
}

/** Before everything that rows are ordered by, which are times and ids. */
const BEFORE_ALL: Readonly<Record<'oldest' | 'newest', string>> = { oldest: '', newest: '~' }

/** Where a list begins: behind the last row of the page before, or before everything. */
export function beginOf(
  from: 'oldest' | 'newest',
  after: readonly string[] | null,
): Pick<RangesPart, 'at' | 'id'> {
  return { at: after?.[0] ?? BEFORE_ALL[from], id: after?.[1] ?? '' }
}

/**
 * The first rows of all ranges together, in their order, as a table `found`: as much work as there are ranges
 * and rows that are wanted, however many rows there are. A query over the ranges with `in` and `order by` would read
 * and sort all of their rows.
 */
export function firstOfRanges<T extends TableName, C extends ColumnOf<T> = ColumnOf<T>>(
  db: Db,
  of: RangesOf<T, C>,
  part: RangesPart,
) {
  const rows = isPostgres(db) ? headsThenRows(of, part) : mergedByQueue(of, part)
  return rows.as('found')
}

/** The order of the rows of ranges, for those that came through a join. */
export function orderOf<C extends string>({
  by: [time, id],
  from,
}: {
  readonly by: readonly [C, C]
  readonly from: 'oldest' | 'newest'
}) {
  const sign = from === 'newest' ? -1 : 1
  return (one: Readonly<Record<C, string>>, other: Readonly<Record<C, string>>): number => {
    if (one[time] !== other[time]) return one[time] < other[time] ? -sign : sign
    return one[id] === other[id] ? 0 : one[id] < other[id] ? -sign : sign
  }
}

/** How one statement speaks of the ranges. */
function wordsOf<T extends TableName>({ table, each, by, from, only, where }: RangesOf<T>) {
  const way = sql.raw(from === 'newest' ? 'desc' : 'asc')
  const side = sql.raw(from === 'newest' ? '<' : '>')
  const place = (name: string) => sql`${sql.ref(`${name}.${by[0]}`)}, ${sql.ref(`${name}.${by[1]}`)}`
  const lies = (name: string, range: string) => {
    const columns = each.map(
      (column) => sql`${sql.ref(`${name}.${column}`)} = ${sql.ref(`${range}.${column}`)}`,
    )
    const kept = only === undefined ? [] : [sql`${sql.ref(`${name}.${only[0]}`)} = ${sql.lit(only[1])}`]
    return sql.join([...columns, ...kept], sql` and `)
  }
  return {
    place,
    lies,
    order: (name: string) =>
      sql`order by ${sql.ref(`${name}.${by[0]}`)} ${way}, ${sql.ref(`${name}.${by[1]}`)} ${way}`,
    way,
    /** The rows of a range behind a place. */
    behind: (range: string, at: RawBuilder<unknown>) =>
      sql`${lies(table, range)} and (${place(table)}) ${side} (${at})${where === undefined ? sql`` : sql` and (${where})`}`,
    ranges: sql.join(each.map((column) => sql.ref(column))),
    ofRange: (range: string) => sql.join(each.map((column) => sql.ref(`${range}.${column}`))),
  }
}

function shownOf<T extends TableName, C extends ColumnOf<T>>({ table, columns }: RangesOf<T, C>) {
  if (columns === undefined) return sql`${sql.ref(table)}.*`
  return sql.join(columns.map((column) => sql.ref(`${table}.${column}`)))
}

/**
 * On SQLite a recursive query with an order is a queue: it begins with the first row of each range, and each row that
 * leaves it is followed by the next one of its range.
 */
function mergedByQueue<T extends TableName, C extends ColumnOf<T>>(of: RangesOf<T, C>, part: RangesPart) {
  const { table, each, by } = of
  const { place, lies, order, way, behind, ranges, ofRange } = wordsOf(of)
  const name = sql.table(table)
  const values = sql.join(
    each.map((column, index) => sql`json_extract(value, ${sql.lit(`$[${index}]`)}) as ${sql.ref(column)}`),
  )
  const next = (range: string, at: RawBuilder<unknown>) =>
    sql`cross join ${name} as later on ${lies('later', range)} and (${place('later')}) =
      (select ${place(table)} from ${name} where ${behind(range, at)} ${order(table)} limit 1)`
  const columns = (range: string) => sql`${ofRange(range)}, ${place('later')}`
  const last = sql`cast(walk.walk_at as text), cast(walk.walk_id as text)`
  const orderOfQueue = sql`order by ${sql.lit(each.length + 1)} ${way}, ${sql.lit(each.length + 2)} ${way}`
  return sql<Pick<Tables[T], C>>`(
    with recursive walk(${ranges}, walk_at, walk_id) as (
      select ${columns('spans')} from (select ${values} from json_each(${part.ranges})) as spans
        ${next('spans', sql`${part.at}, ${part.id}`)}
      union all
      select ${columns('walk')} from walk ${next('walk', last)}
      ${orderOfQueue} limit ${part.limit}
    )
    select ${shownOf(of)} from walk left join ${name} on ${lies(table, 'walk')}
      and ${sql.ref(`${table}.${by[0]}`)} = walk.walk_at and ${sql.ref(`${table}.${by[1]}`)} = walk.walk_id)`
}

/** On PostgreSQL only as many ranges as rows are wanted can have one of them: those whose own first rows come first. */
function headsThenRows<T extends TableName, C extends ColumnOf<T>>(of: RangesOf<T, C>, part: RangesPart) {
  const { table, each } = of
  const { place, order, behind, ofRange } = wordsOf(of)
  const name = sql.table(table)
  const values = sql.join(each.map((column, index) => sql`value ->> ${sql.lit(index)} as ${sql.ref(column)}`))
  const rows = behind('spans', sql`${part.at}, ${part.id}`)
  return sql<Pick<Tables[T], C>>`(
    with heads as materialized (
      select ${ofRange('spans')}
      from (select ${values} from jsonb_array_elements(${part.ranges}::jsonb) as value) as spans
      cross join lateral (select ${place(table)} from ${name} where ${rows} ${order(table)} limit 1) as first
      ${order('first')} limit ${part.limit}
    )
    select first.* from heads as spans
    cross join lateral (select ${shownOf(of)} from ${name} where ${rows} ${order(table)} limit ${part.limit}) as first
    ${order('first')} limit ${part.limit})`
}
