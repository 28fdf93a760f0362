import type { AnswerOf, Operations } from '@colophon/contract'
import type { RevisionMeta } from '../core/front-matter.ts'
import { insertion } from '../storage/insertion.ts'
import { compiled } from '../storage/portable.ts'
import type { Tx } from '../storage/storage.ts'
import type {
  CandidateRow,
  DefinitionRow,
  LineageNodeRow,
  PolicyRow,
  ProposalRow,
  PublicationRow,
  ResolutionRow,
} from '../storage/tables.ts'

type EdgeType = AnswerOf<Operations['getLineage']>['edges'][number]['type']

/** Who may see a node: whoever reads the topic, those with a grant for it, its author and the curators. */
export const AUDIENCE = { public: 0, granted: 1, author: 2 } as const

interface Parent {
  type: EdgeType
  hash: string | null
}

const insertNode = insertion('lineage_nodes', {
  hash: true,
  kind: true,
  topic_id: true,
  entry_id: true,
  title: true,
  proposed_path: true,
  accepted_path: true,
  created_at: true,
  audience: true,
  owner_id: true,
  successor_hash: true,
  publications: true,
})

const insertEdge = insertion('lineage_edges', {
  parent: true,
  audience: true,
  owner_id: true,
  at: true,
  child: true,
  type: true,
})

/** Puts an object below its parents. Every writer of a kind that has ancestors, and a rebuild, comes here. */
async function link(tx: Tx, node: LineageNodeRow, parents: readonly Parent[]): Promise<void> {
  await insertNode(tx, node)
  const { audience, owner_id, created_at: at, hash: child } = node
  for (const { type, hash: parent } of parents)
    if (parent !== null) await insertEdge(tx, { parent, audience, owner_id, at, child, type })
}

const NOTHING_MORE = {
  entry_id: null,
  title: null,
  proposed_path: null,
  accepted_path: null,
  owner_id: '',
  successor_hash: null,
  publications: '',
}

export async function linkProposal(tx: Tx, row: ProposalRow): Promise<void> {
  const { proposal_hash: hash, topic_id, entry_id, title, path, created_at } = row
  const node = { ...NOTHING_MORE, hash, topic_id, entry_id, title, created_at }
  await link(
    tx,
    {
      ...node,
      kind: 'proposal',
      proposed_path: path,
      audience: AUDIENCE.author,
      owner_id: row.author_id,
    },
    [{ type: 'definition_parent', hash: row.definition_hash }],
  )
}

export async function linkDefinition(tx: Tx, row: DefinitionRow, topicId: string): Promise<void> {
  const { definition_hash: hash, title, created_at } = row
  const node = { ...NOTHING_MORE, hash, topic_id: topicId, title, created_at }
  await link(tx, { ...node, kind: 'definition', audience: AUDIENCE.granted }, [
    { type: 'definition_parent', hash: row.previous_hash },
  ])
}

export async function linkCandidate(tx: Tx, row: CandidateRow, meta: RevisionMeta): Promise<void> {
  const { candidate_hash: hash, topic_id, entry_id, path, created_at } = row
  const node = { ...NOTHING_MORE, hash, topic_id, entry_id, title: meta.title, created_at }
  await link(tx, { ...node, kind: 'candidate', proposed_path: path, audience: AUDIENCE.granted }, [
    { type: 'revision_parent', hash: row.parent_hash },
    { type: 'proposal_origin', hash: row.proposal_hash },
    { type: 'policy_parent', hash: meta.policy_hash },
  ])
}

export async function linkPolicy(tx: Tx, row: PolicyRow): Promise<void> {
  const { policy_hash: hash, topic_id, created_at } = row
  const node = { ...NOTHING_MORE, hash, topic_id, created_at }
  await link(tx, { ...node, kind: 'policy', audience: AUDIENCE.public }, [
    { type: 'policy_parent', hash: row.previous_hash },
  ])
}

export async function linkResolution(tx: Tx, row: ResolutionRow): Promise<void> {
  const { resolution_hash: hash, topic_id, decided_at } = row
  const node = { ...NOTHING_MORE, hash, topic_id, created_at: decided_at }
  await link(tx, { ...node, kind: 'resolution', audience: AUDIENCE.granted }, [
    { type: 'resolution_parent', hash: row.previous_hash },
  ])
}

/** Shows a candidate to whoever reads the topic, and where it was published. */
export async function publishInLineage(tx: Tx, row: PublicationRow, meta: RevisionMeta): Promise<void> {
  const { content_hash: hash, publication_hash, mode, published_at } = row
  const publication = `,${JSON.stringify({ publication_hash, content_hash: hash, mode, published_at })}`
  await openNode.run(tx, { hash, path: meta.path, publication })
  await openEdges.run(tx, { hash })
  await acceptProposal.run(tx, { hash: meta.proposal_hash, path: meta.path })
  if (meta.parent_hash !== null) await follow.run(tx, { hash: meta.parent_hash, successor: hash })
}

const follow = compiled<{ hash: string; successor: string }>()((db, p) =>
  db
    .updateTable('lineage_nodes')
    .set({ successor_hash: p('successor') })
    .where('hash', '=', p('hash')),
)

const openNode = compiled<{ hash: string; path: string; publication: string }>()((db, p) =>
  db
    .updateTable('lineage_nodes')
    .set((eb) => ({
      audience: AUDIENCE.public,
      accepted_path: p('path'),
      publications: eb('publications', '||', p('publication')),
    }))
    .where('hash', '=', p('hash')),
)

const openEdges = compiled<{ hash: string }>()((db, p) =>
  db.updateTable('lineage_edges').set({ audience: AUDIENCE.public }).where('child', '=', p('hash')),
)

const acceptProposal = compiled<{ hash: string; path: string }>()((db, p) =>
  db
    .updateTable('lineage_nodes')
    .set({ accepted_path: p('path') })
    .where('hash', '=', p('hash')),
)
