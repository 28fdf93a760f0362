import { isPublishedCandidate } from '@colophon/contract'
import { AUDIENCE } from '../../catalog/apply-lineage.ts'
import { type PreparedQuery, preparedQuery } from '../../storage/portable.ts'
import type { LineageEdgeRow, LineageNodeRow } from '../../storage/rows/catalog.ts'
import type { Db } from '../../storage/storage.ts'

/** Hashes that one query asks for: few enough to keep it short, enough to make queries few. */
const BATCH = 128
/** A statement costs by its places, also by those that are not used: small fronts have small ones. */
const SIZES = [1, 8, 32, BATCH]

type Hashes = { [place: `h${number}`]: string }

/** Builds a query for each size; it is run with as many hashes as it is given, at most a batch. */
function sized<P extends object, R>(
  build: (places: readonly `h${number}`[]) => PreparedQuery<Hashes & P, R>,
) {
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

type Below = Pick<LineageEdgeRow, 'parent' | 'audience' | 'child'>

interface EdgeRange {
  /** Of the lists that are looked at; others cost nothing, whatever their length. */
  narrowest: number
  widest: number
  limit: number
  offset: number
}

/**
 * What is below these parents, parent by parent. The order is that of the key: SQLite stops at the limit, however
 * many children there are.
 */
export const childrenOf = sized<EdgeRange, Below>((places) =>
  preparedQuery<Hashes & EdgeRange>()((db, p) =>
    db
      .selectFrom('lineage_edges')
      .select(['parent', 'audience', 'child'])
      .where('parent', 'in', places.map(p))
      .where('audience', '>=', p('narrowest'))
      .where('audience', '<=', p('widest'))
      .orderBy('parent')
      .orderBy('audience')
      .orderBy('owner_id')
      .orderBy('at')
      .orderBy('child')
      .limit(p('limit'))
      .offset(p('offset')),
  ),
)

/** An author's own proposals below these definitions. */
export const ownBelow = sized<{ owner: string; limit: number }, Below>((places) =>
  preparedQuery<Hashes & { owner: string; limit: number }>()((db, p) =>
    db
      .selectFrom('lineage_edges')
      .select(['parent', 'audience', 'child'])
      .where('parent', 'in', places.map(p))
      .where('audience', '=', AUDIENCE.author)
      .where('owner_id', '=', p('owner'))
      .orderBy('at')
      .orderBy('child')
      .limit(p('limit')),
  ),
)

/** A node, wherever it is kept. */
export interface LineageNode extends LineageNodeRow {
  /** Of a proposal: its author. */
  readonly owner_id?: string
  /** Of a proposal: has what was made of it been published? */
  readonly isPublished?: boolean
}

export const nodesOf = sized((places) =>
  preparedQuery<Hashes>()((db, p) =>
    db.selectFrom('lineage_nodes').selectAll().where('hash', 'in', places.map(p)),
  ),
)

const proposals = sized((places) =>
  preparedQuery<Hashes>()((db, p) =>
    db
      .selectFrom('proposals')
      .leftJoin('candidates', 'candidates.candidate_hash', 'proposals.candidate_hash')
      .select([
        'proposals.proposal_hash',
        'proposals.topic_id',
        'proposals.entry_id',
        'proposals.title',
        'proposals.path',
        'proposals.created_at',
        'proposals.author_id',
        'proposals.definition_hash',
        'proposals.candidate_hash',
        'candidates.state',
      ])
      .where('proposals.proposal_hash', 'in', places.map(p)),
  ),
)

/** Proposals as nodes: above them is the text of their task, below them what was made of them. */
export async function proposalsOf(db: Db, hashes: readonly string[]): Promise<LineageNode[]> {
  const rows = await proposals(db, hashes, {})
  return rows.map((row) => ({
    hash: row.proposal_hash,
    kind: 'proposal',
    topic_id: row.topic_id,
    entry_id: row.entry_id,
    title: row.title,
    proposed_path: row.path,
    created_at: row.created_at,
    audience: AUDIENCE.author,
    owner_id: row.author_id,
    parent_hash: row.definition_hash,
    proposal_hash: null,
    policy_hash: null,
    successor_hash: row.candidate_hash,
    publications: '',
    isPublished: isPublishedCandidate(row.state),
  }))
}

/** Where these paths are bound. */
export const aliasesOf = sized((places) =>
  preparedQuery<Hashes>()((db, p) =>
    db
      .selectFrom('aliases')
      .select(['path', 'entry_id', 'bound_at', 'superseded_at'])
      .where('path', 'in', places.map(p))
      .orderBy('path'),
  ),
)
