import { AUDIENCE } from '../../catalog/apply-lineage.ts'
import { compiled } from '../../storage/portable.ts'
import type { Db } from '../../storage/storage.ts'
import type { AliasRow, LineageEdgeRow, LineageNodeRow, PublicationRow } from '../../storage/tables.ts'

/** Hashes that one query asks for: few enough to keep it short, enough to make queries few. */
export const BATCH = 64
const PLACES = Array.from({ length: BATCH }, (_, place): `h${number}` => `h${place}`)

type Hashes = { [place: `h${number}`]: string }

/** A batch that is not full is filled up with what names nothing, so that the statement stays the same. */
function filled(hashes: readonly string[]): Hashes {
  return Object.fromEntries(PLACES.map((name, place) => [name, hashes[place] ?? '']))
}

/** In parts that one query can ask for. */
export function batches(hashes: Iterable<string>): string[][] {
  const all = [...new Set(hashes)]
  return Array.from({ length: Math.ceil(all.length / BATCH) }, (_, n) =>
    all.slice(n * BATCH, (n + 1) * BATCH),
  )
}

export type Edge = Pick<LineageEdgeRow, 'parent' | 'child' | 'type'>

const up = compiled<Hashes>()((db, p) =>
  db
    .selectFrom('lineage_edges')
    .select(['parent', 'child', 'type'])
    .where(
      'child',
      'in',
      PLACES.map((name) => p(name)),
    )
    .orderBy('child')
    .orderBy('type')
    .orderBy('parent'),
)

/** The edges from these children to their parents: at most three each. */
export function edgesUp(db: Db, children: readonly string[]): Promise<Edge[]> {
  return up.all(db, filled(children))
}

interface Span {
  /** The widest of the audiences that are looked at; children of others cost nothing, whatever their number. */
  audience: number
  most: number
  limit: number
  offset: number
}

/**
 * One ordered and bounded search of the index for each parent, one after the other: the first rows of a
 * single search for all of them could only be found by sorting every child of every parent.
 */
const down = compiled<Hashes & Span>()((db, p) => {
  const children = (name: `h${number}`) =>
    db
      .selectFrom(
        db
          .selectFrom('lineage_edges')
          .select(['parent', 'child', 'type'])
          .where('parent', '=', p(name))
          .where('audience', '<=', p('audience'))
          .orderBy('audience')
          .orderBy('owner_id')
          .orderBy('at')
          .orderBy('child')
          .orderBy('type')
          .limit(p('most'))
          .as('found'),
      )
      .selectAll()
  const [first, ...others] = PLACES.map(children)
  if (first === undefined) throw new Error('a batch has places')
  return others
    .reduce((query, part) => query.unionAll(part), first)
    .limit(p('limit'))
    .offset(p('offset'))
})

/** The edges from these parents to their children, parent by parent. */
export function edgesDown(db: Db, parents: readonly string[], span: Span): Promise<Edge[]> {
  return down.all(db, { ...filled(parents), ...span })
}

const own = compiled<Hashes & { owner: string; limit: number }>()((db, p) =>
  db
    .selectFrom('lineage_edges')
    .select(['parent', 'child', 'type'])
    .where(
      'parent',
      'in',
      PLACES.map((name) => p(name)),
    )
    .where('audience', '=', AUDIENCE.author)
    .where('owner_id', '=', p('owner'))
    .orderBy('at')
    .orderBy('child')
    .limit(p('limit')),
)

/** The edges from these parents to an author's own proposals. */
export function edgesToOwn(
  db: Db,
  parents: readonly string[],
  asked: { owner: string; limit: number },
): Promise<Edge[]> {
  return own.all(db, { ...filled(parents), ...asked })
}

const nodes = compiled<Hashes>()((db, p) =>
  db
    .selectFrom('lineage_nodes')
    .selectAll()
    .where(
      'hash',
      'in',
      PLACES.map((name) => p(name)),
    ),
)

export function nodesOf(db: Db, hashes: readonly string[]): Promise<LineageNodeRow[]> {
  return nodes.all(db, filled(hashes))
}

const publications = compiled<Hashes & { limit: number }>()((db, p) =>
  db
    .selectFrom('publications')
    .select(['publication_hash', 'content_hash', 'mode', 'published_at'])
    .where(
      'content_hash',
      'in',
      PLACES.map((name) => p(name)),
    )
    .orderBy('content_hash')
    .orderBy('published_at')
    .limit(p('limit')),
)

type Publication = Pick<PublicationRow, 'publication_hash' | 'content_hash' | 'mode' | 'published_at'>

/** The publications of these revisions, oldest first for each. */
export function publicationsOf(db: Db, contents: readonly string[], limit: number): Promise<Publication[]> {
  return publications.all(db, { ...filled(contents), limit })
}

const aliases = compiled<Hashes>()((db, p) =>
  db
    .selectFrom('aliases')
    .select(['path', 'entry_id', 'bound_at', 'superseded_at'])
    .where(
      'path',
      'in',
      PLACES.map((name) => p(name)),
    )
    .orderBy('path'),
)

/** Where these paths are bound. */
export function aliasesOf(
  db: Db,
  paths: readonly string[],
): Promise<Pick<AliasRow, 'path' | 'entry_id' | 'bound_at' | 'superseded_at'>[]> {
  return aliases.all(db, filled(paths))
}
