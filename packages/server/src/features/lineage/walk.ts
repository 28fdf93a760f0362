import { setImmediate as nextTurn } from 'node:timers/promises'
import { type AnswerOf, LINEAGE_LIMITS, type Operations } from '@colophon/contract'
import { AUDIENCE } from '../../catalog/apply-lineage.ts'
import type { Db } from '../../storage/storage.ts'
import { type Eyes, isSeen } from './eyes.ts'
import { batches, childrenOf, type LineageNode, nodesOf, ownBelow, proposalsOf } from './store.ts'

/** Rows that one query answers, before other requests have their turn. */
const ROWS = 512

type EdgeType = AnswerOf<Operations['getLineage']>['edges'][number]['type']

interface Edge {
  readonly type: EdgeType
  readonly child: string
  readonly parent: string
  /** Is a proposal at the end that the walk comes to? */
  readonly toProposal: boolean
}

/** What an edge is called by the kind of its parent. */
const TYPE_BELOW: Readonly<Record<string, EdgeType>> = {
  candidate: 'revision_parent',
  definition: 'definition_parent',
  policy: 'policy_parent',
  proposal: 'proposal_origin',
  resolution: 'resolution_parent',
}

export interface Asked {
  root: LineageNode
  direction: 'ancestors' | 'descendants' | 'both'
  depth: number
  /** Of nodes. */
  limit: number
  eyes: Eyes
}

export interface Walk {
  readonly nodes: Map<string, LineageNode>
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
  const front = batch.flatMap((hash) => walk.nodes.get(hash) ?? [])
  if (side.name === 'ancestors') return yield front.flatMap(edgesUp)
  const { audience, owner } = asked.eyes
  const down = (rows: Awaited<ReturnType<typeof childrenOf>>) =>
    rows.map((row) => edgeDown(walk.nodes.get(row.parent)?.kind ?? '', row))
  yield front.flatMap((node) => knownEdges(node, audience))
  const parents = front.filter((node) => isSearched(node, audience)).map((node) => node.hash)
  for (let offset = 0; parents.length > 0; offset += ROWS) {
    const rows = await childrenOf(db, parents, { ...listsFor(audience), limit: ROWS, offset })
    yield down(rows)
    if (rows.length < ROWS) break
  }
  if (owner === null) return
  // Only a definition has other people's proposals beside the caller's own below it.
  const definitions = front.filter((node) => node.kind === 'definition').map((node) => node.hash)
  if (definitions.length > 0)
    yield down(await ownBelow(db, definitions, { owner, limit: LINEAGE_LIMITS.edgesScanned + 1 }))
}

/** What a grant shows is one list, the public things among them. */
function listsFor(audience: number) {
  return { narrowest: Math.min(audience, AUDIENCE.granted), widest: audience }
}

/** A node names what is above it. */
function edgesUp({ hash: child, kind, parent_hash, proposal_hash, policy_hash }: LineageNode): Edge[] {
  const edges: Edge[] = []
  if (policy_hash !== null)
    edges.push({ type: 'policy_parent', child, parent: policy_hash, toProposal: false })
  if (proposal_hash !== null)
    edges.push({ type: 'proposal_origin', child, parent: proposal_hash, toProposal: true })
  // Above a proposal is the text of its task, above all others one of their kind.
  const above = kind === 'proposal' ? 'definition' : kind
  if (parent_hash !== null)
    edges.push({ type: typeBelow(above), child, parent: parent_hash, toProposal: false })
  return edges
}

function edgeDown(kind: string, row: { parent: string; audience: number; child: string }): Edge {
  const { parent, audience, child } = row
  return { type: typeBelow(kind), child, parent, toProposal: audience === AUDIENCE.author }
}

function typeBelow(kind: string): EdgeType {
  const type = TYPE_BELOW[kind]
  if (type === undefined) throw new Error(`nothing comes from an object of the kind ${kind}`)
  return type
}

/**
 * Below a proposal is what was made of it, and below a revision everybody sees its successor alone: the node
 * names these, and a search costs more.
 */
function knownEdges({ hash: parent, kind, successor_hash: child }: LineageNode, audience: number): Edge[] {
  const isKnown = kind === 'proposal' || audience === AUDIENCE.public
  if (!isKnown || child === null) return []
  return [{ type: typeBelow(kind), child, parent, toProposal: false }]
}

/** Only what was published is revised: nothing is below a candidate that was not. */
function isSearched(node: LineageNode, audience: number): boolean {
  if (node.kind === 'candidate') return audience !== AUDIENCE.public && node.audience === AUDIENCE.public
  return node.kind !== 'proposal'
}

/** Takes up what the caller sees of the edges, as far as the bounds allow. */
async function meet(db: Db, { asked, walk, side }: Step, edges: Edge[], found: string[]): Promise<void> {
  const endOf = (edge: Edge) => (side.name === 'ancestors' ? edge.parent : edge.child)
  const met = await meetNodes(db, walk, edges, endOf)
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

async function meetNodes(
  db: Db,
  walk: Walk,
  edges: readonly Edge[],
  endOf: (edge: Edge) => string,
): Promise<Map<string, LineageNode>> {
  const met = new Map<string, LineageNode>()
  const proposals: string[] = []
  const others: string[] = []
  for (const edge of edges) {
    const hash = endOf(edge)
    const node = walk.nodes.get(hash)
    if (node !== undefined) met.set(hash, node)
    else (edge.toProposal ? proposals : others).push(hash)
  }
  for (const batch of batches(others)) {
    for (const node of await nodesOf(db, batch, {})) met.set(node.hash, node)
    await nextTurn()
  }
  for (const batch of batches(proposals)) {
    for (const node of await proposalsOf(db, batch)) met.set(node.hash, node)
    await nextTurn()
  }
  return met
}
