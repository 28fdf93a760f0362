import { AUDIENCE } from '../../catalog/apply-lineage.ts'
import { type Compiled, compiled } from '../../storage/portable.ts'
import type { Db } from '../../storage/storage.ts'
import type { LineageEdgeRow } from '../../storage/tables.ts'

/** Hashes that one query asks for: few enough to keep it short, enough to make queries few. */
const BATCH = 128
/** A statement costs by its places, also by those that are not used: small fronts have small ones. */
const SIZES = [1, 8, 32, BATCH]

type Hashes = { [place: `h${number}`]: string }

/** Builds a query for each size; it is run with as many hashes as it is given, at most a batch. */
function sized<P extends object, R>(build: (places: readonly `h${number}`[]) => Compiled<Hashes & P, R>) {
  const queries = SIZES.map((size) => {
    const places = Array.from({ length: size }, (_, place): `h${number}` => `h${place}`)
    return { places, query: build(places) }
  })
  return (db: Db, hashes: readonly string[], more: P): Promise<R[]> => {
    const fitting = queries.find(({ places }) => places.length >= hashes.length)
    if (fitting === undefined) throw new Error(`${hashes.length} hashes are more than a batch`)
    // What is left over is filled with what names nothing, so that the statement stays the same.
    const filled = Object.fromEntries(fitting.places.map((name, place) => [name, hashes[place] ?? '']))
    return fitting.query.all(db, { ...filled, ...more })
  }
}

/** In parts that one query can ask for. */
export function batches(hashes: Iterable<string>): string[][] {
  const all = [...new Set(hashes)]
  return Array.from({ length: Math.ceil(all.length / BATCH) }, (_, n) =>
    all.slice(n * BATCH, (n + 1) * BATCH),
  )
}

export type Edge = Pick<LineageEdgeRow, 'parent' | 'child' | 'type'>

/** The edges from these children to their parents: at most three each. */
export const edgesUp = sized((places) =>
  compiled<Hashes>()((db, p) =>
    db
      .selectFrom('lineage_edges')
      .select(['parent', 'child', 'type'])
      .where('child', 'in', places.map(p))
      .orderBy('child')
      .orderBy('type')
      .orderBy('parent'),
  ),
)

interface Span {
  /** The widest of the audiences that are looked at; children of others cost nothing, whatever their number. */
  audience: number
  limit: number
  offset: number
}

/**
 * The edges from these parents to their children, parent by parent. The order is that of the key: SQLite stops
 * at the limit, however many children there are.
 */
export const edgesDown = sized<Span, Edge>((places) =>
  compiled<Hashes & Span>()((db, p) =>
    db
      .selectFrom('lineage_edges')
      .select(['parent', 'child', 'type'])
      .where('parent', 'in', places.map(p))
      .where('audience', '<=', p('audience'))
      .orderBy('parent')
      .orderBy('audience')
      .orderBy('owner_id')
      .orderBy('at')
      .orderBy('child')
      .orderBy('type')
      .limit(p('limit'))
      .offset(p('offset')),
  ),
)

/** The edges from these parents to an author's own proposals. */
export const edgesToOwn = sized<{ owner: string; limit: number }, Edge>((places) =>
  compiled<Hashes & { owner: string; limit: number }>()((db, p) =>
    db
      .selectFrom('lineage_edges')
      .select(['parent', 'child', 'type'])
      .where('parent', 'in', places.map(p))
      .where('audience', '=', AUDIENCE.author)
      .where('owner_id', '=', p('owner'))
      .orderBy('at')
      .orderBy('child')
      .limit(p('limit')),
  ),
)

export const nodesOf = sized((places) =>
  compiled<Hashes>()((db, p) =>
    db.selectFrom('lineage_nodes').selectAll().where('hash', 'in', places.map(p)),
  ),
)

/** Where these paths are bound. */
export const aliasesOf = sized((places) =>
  compiled<Hashes>()((db, p) =>
    db
      .selectFrom('aliases')
      .select(['path', 'entry_id', 'bound_at', 'superseded_at'])
      .where('path', 'in', places.map(p))
      .orderBy('path'),
  ),
)
