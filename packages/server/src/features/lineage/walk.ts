import { setImmediate as nextTurn } from 'node:timers/promises'
import { LINEAGE_LIMITS } from '@colophon/contract'
import { AUDIENCE } from '../../catalog/apply-lineage.ts'
import type { Db } from '../../storage/storage.ts'
import type { LineageNodeRow } from '../../storage/tables.ts'
import { type Eyes, isSeen } from './eyes.ts'
import { batches, type Edge, edgesDown, edgesToOwn, edgesUp, nodesOf } from './store.ts'

/** Rows that one query answers, before other requests have their turn. */
const ROWS = 512

export interface Asked {
  root: LineageNodeRow
  direction: 'ancestors' | 'descendants' | 'both'
  depth: number
  /** Of nodes. */
  limit: number
  eyes: Eyes
}

export interface Walk {
  readonly nodes: Map<string, LineageNodeRow>
  readonly edges: Edge[]
  scanned: number
  truncated: boolean
}

interface Side {
  readonly name: 'ancestors' | 'descendants'
  front: string[]
}

/**
 * Walks from the root level by level, on both sides in turn, so that what is nearest comes first. Edges that
 * the caller cannot see are neither followed nor counted: hidden work changes nothing of the answer.
 */
export async function walkLineage(db: Db, asked: Asked): Promise<Walk> {
  const { root, direction, depth } = asked
  const walk: Walk = { nodes: new Map([[root.hash, root]]), edges: [], scanned: 0, truncated: false }
  const names = direction === 'both' ? (['ancestors', 'descendants'] as const) : [direction]
  const sides = names.map((name): Side => ({ name, front: [root.hash] }))
  for (let level = 0; level < depth && !walk.truncated; level += 1)
    for (const side of sides) side.front = await step(db, { asked, walk, side })
  return walk
}

interface Step {
  asked: Asked
  walk: Walk
  side: Side
}

/** One level further on one side; answers the nodes that are new. */
async function step(db: Db, { asked, walk, side }: Step): Promise<string[]> {
  const found: string[] = []
  for (const batch of batches(side.front))
    for await (const edges of edgesFrom(db, { asked, walk, side }, batch)) {
      await meet(db, { asked, walk, side }, edges, found)
      if (walk.truncated) return found
      await nextTurn()
    }
  return found
}

/** The edges of a batch in parts of a bounded size. */
async function* edgesFrom(db: Db, { asked, walk, side }: Step, batch: string[]): AsyncGenerator<Edge[]> {
  if (side.name === 'ancestors') return yield await edgesUp(db, batch, {})
  const { audience, owner } = asked.eyes
  const front = batch.flatMap((hash) => walk.nodes.get(hash) ?? [])
  yield front.flatMap((node) => knownEdges(node, audience))
  const parents = front.filter((node) => isSearched(node, audience)).map((node) => node.hash)
  for (let offset = 0; parents.length > 0; offset += ROWS) {
    const edges = await edgesDown(db, parents, { audience, limit: ROWS, offset })
    yield edges
    if (edges.length < ROWS) break
  }
  if (owner === null) return
  // Only a definition has other people's proposals beside the caller's own below it.
  const definitions = front.filter((node) => node.kind === 'definition').map((node) => node.hash)
  if (definitions.length > 0)
    yield await edgesToOwn(db, definitions, { owner, limit: LINEAGE_LIMITS.edgesScanned + 1 })
}

/** Below a revision everybody sees its successor alone, which the node names; a search costs more. */
function knownEdges({ hash, successor_hash }: LineageNodeRow, audience: number): Edge[] {
  if (audience !== AUDIENCE.public || successor_hash === null) return []
  return [{ parent: hash, child: successor_hash, type: 'revision_parent' }]
}

/** Only what was published is revised: nothing is below a candidate that was not. */
function isSearched(node: LineageNodeRow, audience: number): boolean {
  return node.kind !== 'candidate' || (audience !== AUDIENCE.public && node.audience === AUDIENCE.public)
}

/** Takes up what the caller sees of the edges, as far as the bounds allow. */
async function meet(db: Db, { asked, walk, side }: Step, edges: Edge[], found: string[]): Promise<void> {
  const endOf = (edge: Edge) => (side.name === 'ancestors' ? edge.parent : edge.child)
  const met = await meetNodes(db, walk, edges.map(endOf))
  for (const edge of edges) {
    const node = met.get(endOf(edge))
    if (node === undefined || !isSeen(asked.eyes, node)) continue
    if (walk.scanned === LINEAGE_LIMITS.edgesScanned) {
      walk.truncated = true
      return
    }
    walk.scanned += 1
    if (!walk.nodes.has(node.hash)) {
      if (walk.nodes.size === asked.limit) {
        walk.truncated = true
        continue
      }
      walk.nodes.set(node.hash, node)
      found.push(node.hash)
    }
    walk.edges.push(edge)
  }
}

async function meetNodes(db: Db, walk: Walk, hashes: string[]): Promise<Map<string, LineageNodeRow>> {
  const met = new Map<string, LineageNodeRow>()
  const unknown: string[] = []
  for (const hash of hashes) {
    const node = walk.nodes.get(hash)
    if (node === undefined) unknown.push(hash)
    else met.set(hash, node)
  }
  for (const batch of batches(unknown)) {
    for (const node of await nodesOf(db, batch, {})) met.set(node.hash, node)
    await nextTurn()
  }
  return met
}
