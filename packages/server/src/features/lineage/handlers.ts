import { setImmediate as nextTurn } from 'node:timers/promises'
import { type AnswerOf, LINEAGE_LIMITS, type Operations } from '@colophon/contract'
import { AUDIENCE } from '../../catalog/apply-lineage.ts'
import type { Handler } from '../../catalog/handler.ts'
import type { ObjectInSite } from '../../catalog/objects.ts'
import { ok } from '../../command/call.ts'
import type { Db } from '../../storage/storage.ts'
import type { LineageNodeRow } from '../../storage/tables.ts'
import { eyesOf } from './eyes.ts'
import { aliasesOf, batches, nodesOf } from './store.ts'
import { type Walk, walkLineage } from './walk.ts'

type Lineage = AnswerOf<Operations['getLineage']>

export const getLineage: Handler<'getLineage'> = async (app, call) => {
  const db = app.storage.read
  const { object } = await call.see(db)
  const { direction = 'both' } = call.query
  const depth = call.query.depth ?? LINEAGE_LIMITS.defaultDepth
  const limit = call.query.limit ?? LINEAGE_LIMITS.defaultNodes
  const eyes = eyesOf(call.caller, object.topic_id ?? '')
  const root = await rootOf(db, object)
  const walk = await walkLineage(db, { root, direction, depth, limit, eyes })
  const nodes = [...walk.nodes.values()]
  return ok({
    root: object.sha256,
    direction,
    depth,
    nodes: nodes.map(nodeView),
    edges: walk.edges.map(({ type, child, parent }) => ({
      type: type as Lineage['edges'][number]['type'],
      from: child,
      to: parent,
    })),
    aliases: await readAliases(db, nodes),
    publications: publicationsOf(nodes, walk),
    edges_scanned: walk.scanned,
    truncated: walk.truncated,
  })
}

/** An object of a kind without ancestry stands alone. */
async function rootOf(db: Db, object: ObjectInSite): Promise<LineageNodeRow> {
  const [known] = await nodesOf(db, [object.sha256], {})
  return (
    known ?? {
      hash: object.sha256,
      kind: object.kind,
      topic_id: object.topic_id ?? '',
      entry_id: object.entry_id,
      title: null,
      proposed_path: null,
      accepted_path: null,
      created_at: object.created_at,
      audience: AUDIENCE.public,
      owner_id: '',
      successor_hash: null,
      publications: '',
    }
  )
}

function nodeView(node: LineageNodeRow): Lineage['nodes'][number] {
  return {
    hash: node.hash,
    kind: node.kind,
    entry_id: node.entry_id,
    topic_id: node.topic_id,
    title: node.title,
    proposed_path: node.proposed_path,
    accepted_path: node.accepted_path,
    created_at: node.created_at,
  }
}

/** Where the paths of the nodes are bound; only what was published binds a path. */
async function readAliases(db: Db, nodes: readonly LineageNodeRow[]): Promise<Lineage['aliases']> {
  const found: Lineage['aliases'] = []
  for (const batch of batches(nodes.flatMap((node) => node.accepted_path ?? []))) {
    found.push(...(await aliasesOf(db, batch, {})))
    await nextTurn()
  }
  return found
}

/** A revision that was retired and published again and again has many. */
function publicationsOf(nodes: readonly LineageNodeRow[], walk: Walk): Lineage['publications'] {
  const all = nodes.map((node) => node.publications).join('')
  const publications = JSON.parse(`[${all.slice(1)}]`) as Lineage['publications']
  if (publications.length <= LINEAGE_LIMITS.edgesScanned) return publications
  walk.truncated = true
  return publications.slice(0, LINEAGE_LIMITS.edgesScanned)
}
