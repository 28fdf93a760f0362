import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  type AnswerOf,
  isDefinition,
  isProposal,
  isRevision,
  LINEAGE_LIMITS,
  type Operations,
} from '@colophon/contract'
import { AUDIENCE } from '../../catalog/apply-lineage.ts'
import { type Caller, hasGrant, mayCurate } from '../../core/authority.ts'
import type { Db } from '../../storage/storage.ts'
import { batches, childrenOf, type LineageNode, nodesOf, ownBelow, proposalsOf } from './store.ts'

/** How much of a topic's graph a caller may read; a graph never leaves its topic. */
interface LineageReader {
  /** The narrowest audience that the caller fully belongs to. */
  readonly audience: number
  /** Whose own proposals are visible as well; null where there can be none, or all are visible. */
  readonly owner: string | null
}

export function lineageReader(caller: Caller, topicId: string): LineageReader {
  if (mayCurate(caller, topicId)) return { audience: AUDIENCE.author, owner: null }
  if (hasGrant(caller, topicId)) return { audience: AUDIENCE.granted, owner: caller.identityId }
  return { audience: AUDIENCE.public, owner: null }
}

function isVisibleTo(reader: LineageReader, node: Pick<LineageNode, 'audience' | 'owner_id'>): boolean {
  return node.audience <= reader.audience || (reader.owner !== null && node.owner_id === reader.owner)
}

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

type Kind = LineageNode['kind']

/** What an edge is called by the kind of its parent; null where nothing comes from the kind. */
const TYPE_BELOW: Readonly<Record<Kind, EdgeType | null>> = {
  candidate: 'revision_parent',
  definition: 'definition_parent',
  policy: 'policy_parent',
  proposal: 'proposal_origin',
  resolution: 'resolution_parent',
  publication: null,
  retirement: null,
  suggestion: null,
  review: null,
  evidence: null,
}

interface LineageParams {
  root: LineageNode
  direction: Direction
  depth: number
  /** Of nodes. */
  limit: number
  reader: LineageReader
}

export interface LineageWalk {
  readonly nodes: Map<string, LineageNode>
  readonly edges: Edge[]
  scanned: number
  truncated: boolean
}

type Direction = AnswerOf<Operations['getLineage']>['direction']
type SideName = Exclude<Direction, 'both'>

const SIDES: Readonly<Record<Direction, readonly SideName[]>> = {
  ancestors: ['ancestors'],
  descendants: ['descendants'],
  both: ['ancestors', 'descendants'],
}
const GOES_UP: Readonly<Record<SideName, boolean>> = { ancestors: true, descendants: false }

interface Side {
  readonly name: SideName
  front: string[]
}

/**
 * Walks from the root level by level, on both sides in turn, so that what is nearest comes first. Edges that
 * the caller cannot see are neither followed nor counted: hidden work changes nothing of the answer.
 */
export async function walkLineage(db: Db, asked: LineageParams): Promise<LineageWalk> {
  const { root, direction, depth } = asked
  const walk: LineageWalk = { nodes: new Map([[root.hash, root]]), edges: [], scanned: 0, truncated: false }
  const sides = SIDES[direction].map((name): Side => ({ name, front: [root.hash] }))
  for (let level = 0; level < depth && !walk.truncated; level += 1)
    for (const side of sides) side.front = await step(db, { asked, walk, side })
  return walk
}

interface WalkStep {
  asked: LineageParams
  walk: LineageWalk
  side: Side
}

/** One level further on one side; answers the nodes that are new. */
async function step(db: Db, { asked, walk, side }: WalkStep): Promise<string[]> {
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
async function* edgesFrom(db: Db, { asked, walk, side }: WalkStep, batch: string[]): AsyncGenerator<Edge[]> {
  const front = batch.flatMap((hash) => walk.nodes.get(hash) ?? [])
  if (GOES_UP[side.name]) return yield front.flatMap(edgesUp)
  const { audience, owner } = asked.reader
  const down = (rows: Awaited<ReturnType<typeof childrenOf>>) =>
    rows.flatMap((row) => {
      const parent = walk.nodes.get(row.parent)
      return parent === undefined ? [] : [edgeDown(parent.kind, row)]
    })
  yield front.flatMap((node) => knownEdges(node, audience))
  const parents = front.filter((node) => isSearched(node, audience)).map((node) => node.hash)
  for (let offset = 0; parents.length > 0; offset += ROWS) {
    const rows = await childrenOf(db, parents, { ...listsFor(audience), limit: ROWS, offset })
    yield down(rows)
    if (rows.length < ROWS) break
  }
  if (owner === null) return
  // Only a definition has other people's proposals beside the caller's own below it.
  const definitions = front.filter((node) => isDefinition(node.kind)).map((node) => node.hash)
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
  const above = isProposal(kind) ? 'definition' : kind
  if (parent_hash !== null)
    edges.push({ type: typeBelow(above), child, parent: parent_hash, toProposal: false })
  return edges
}

function edgeDown(kind: Kind, row: { parent: string; audience: number; child: string }): Edge {
  const { parent, audience, child } = row
  return { type: typeBelow(kind), child, parent, toProposal: audience === AUDIENCE.author }
}

function typeBelow(kind: Kind): EdgeType {
  const type = TYPE_BELOW[kind]
  if (type === null) throw new Error(`nothing comes from an object of the kind ${kind}`)
  return type
}

/**
 * Below a proposal is what was made of it, and below a revision everybody sees its successor alone: the node
 * names these, and a search costs more.
 */
function knownEdges({ hash: parent, kind, successor_hash: child }: LineageNode, audience: number): Edge[] {
  const isKnown = isProposal(kind) || audience === AUDIENCE.public
  if (!isKnown || child === null) return []
  return [{ type: typeBelow(kind), child, parent, toProposal: false }]
}

/** Only what was published is revised: nothing is below a candidate that was not. */
function isSearched(node: LineageNode, audience: number): boolean {
  if (isRevision(node.kind)) return audience !== AUDIENCE.public && node.audience === AUDIENCE.public
  return !isProposal(node.kind)
}

/** Takes up what the caller sees of the edges, as far as the bounds allow. */
async function meet(db: Db, { asked, walk, side }: WalkStep, edges: Edge[], found: string[]): Promise<void> {
  const endOf = (edge: Edge) => (GOES_UP[side.name] ? edge.parent : edge.child)
  const met = await meetNodes(db, walk, edges, endOf)
  for (const edge of edges) {
    const node = met.get(endOf(edge))
    if (node === undefined || !isVisibleTo(asked.reader, node)) continue
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
  walk: LineageWalk,
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
