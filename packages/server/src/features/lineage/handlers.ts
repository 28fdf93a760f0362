import { setImmediate as nextTurn } from 'node:timers/promises'
import { type AnswerOf, isProposal, LINEAGE_LIMITS, type Operations } from '@colophon/contract'
import { AUDIENCE, publicationsIn } from '../../catalog/apply-lineage.ts'
import type { Handler } from '../../catalog/handler.ts'
import type { ObjectInSite } from '../../catalog/objects.ts'
import { ok } from '../../command/call.ts'
import type { Db } from '../../storage/storage.ts'
import { aliasesOf, batches, type LineageNode, nodesOf, proposalsOf } from './store.ts'
import { type LineageWalk, lineageReader, walkLineage } from './walk.ts'

type Lineage = AnswerOf<Operations['getLineage']>

export const getLineage: Handler<'getLineage'> = async (app, call) => {
  const db = app.storage.read
  const { object } = await call.resolveResources(db)
  const { direction = 'both' } = call.query
  const depth = call.query.depth ?? LINEAGE_LIMITS.defaultDepth
  const limit = call.query.limit ?? LINEAGE_LIMITS.defaultNodes
  const reader = lineageReader(call.caller, object.topic_id ?? '')
  const root = await rootOf(db, object)
  const walk = await walkLineage(db, { root, direction, depth, limit, reader })
  const nodes = [...walk.nodes.values()]
  return ok({
    root: object.sha256,
    direction,
    depth,
    nodes: nodes.map(nodeView),
    edges: walk.edges.map(({ type, child, parent }) => ({ type, from: child, to: parent })),
    aliases: await readAliases(db, nodes),
    publications: publicationsOf(nodes, walk),
    edges_scanned: walk.scanned,
    truncated: walk.truncated,
  })
}

/** An object of a kind without ancestry stands alone. */
async function rootOf(db: Db, object: ObjectInSite): Promise<LineageNode> {
  const hashes = [object.sha256]
  const [known] = isProposal(object.kind) ? await proposalsOf(db, hashes) : await nodesOf(db, hashes, {})
  return (
    known ?? {
      hash: object.sha256,
      kind: object.kind,
      topic_id: object.topic_id ?? '',
      entry_id: object.entry_id,
      title: null,
      proposed_path: null,
      created_at: object.created_at,
      audience: AUDIENCE.public,
      parent_hash: null,
      proposal_hash: null,
      policy_hash: null,
      successor_hash: null,
      publications: '',
    }
  )
}

function nodeView(node: LineageNode): Lineage['nodes'][number] {
  return {
    hash: node.hash,
    kind: node.kind,
    entry_id: node.entry_id,
    topic_id: node.topic_id,
    title: node.title,
    proposed_path: node.proposed_path,
    accepted_path: acceptedPathOf(node),
    created_at: node.created_at,
  }
}

/** A candidate is shown to whoever reads the topic once it is published; its path is that of its proposal. */
function acceptedPathOf({ audience, isPublished, proposed_path }: LineageNode): string | null {
  return audience === AUDIENCE.public || isPublished ? proposed_path : null
}

/** Where the paths of the nodes are bound; only what was published binds a path. */
async function readAliases(db: Db, nodes: readonly LineageNode[]): Promise<Lineage['aliases']> {
  const found: Lineage['aliases'] = []
  for (const batch of batches(nodes.flatMap((node) => acceptedPathOf(node) ?? []))) {
    found.push(...(await aliasesOf(db, batch, {})))
    await nextTurn()
  }
  return found
}

/** A revision that was retired and published again and again has many. */
function publicationsOf(nodes: readonly LineageNode[], walk: LineageWalk): Lineage['publications'] {
  const publications = nodes.flatMap(({ hash, publications: lines }) =>
    publicationsIn(lines).map((row) => ({ ...row, content_hash: hash })),
  )
  if (publications.length <= LINEAGE_LIMITS.edgesScanned) return publications
  walk.truncated = true
  return publications.slice(0, LINEAGE_LIMITS.edgesScanned)
}
