import type { AnswerOf, Operations } from '@colophon/contract'
import { insertRow, preparedQuery } from '../storage/portable.ts'
import type { LineageEdgeRow, LineageNodeRow } from '../storage/rows/catalog.ts'
import type { DefinitionRow, ResolutionRow } from '../storage/rows/curation.ts'
import type { CandidateRow, ProposalRow, PublicationRow } from '../storage/rows/editorial.ts'
import type { PolicyRow } from '../storage/rows/topics.ts'
import type { Db, Tx } from '../storage/storage.ts'
import type { RevisionMeta } from '../text/front-matter.ts'

type LineagePublication = AnswerOf<Operations['getLineage']>['publications'][number]

/** What a node keeps of each publication: few bytes, for a row that grows may need another page. */
export function publicationLine({ publication_hash, mode, published_at }: PublicationRow): string {
  return `${publication_hash} ${mode} ${published_at}\n`
}

/** The publications of a revision, oldest first, from the lines that its node keeps. */
export function publicationsIn(lines: string): Omit<LineagePublication, 'content_hash'>[] {
  return lines
    .split('\n')
    .slice(0, -1)
    .map((line) => {
      const [publication_hash = '', mode = '', published_at = ''] = line.split(' ')
      return { publication_hash, mode: mode as LineagePublication['mode'], published_at }
    })
}

const linesOf = preparedQuery<{ hash: string }>()((db, p) =>
  db.selectFrom('lineage_nodes').select('publications').where('hash', '=', p('hash')),
)

/** The publications of a revision, oldest first. */
export async function listPublications(db: Db, contentHash: string) {
  const row = await linesOf.first(db, { hash: contentHash })
  return publicationsIn(row?.publications ?? '')
}

/** Who may see a node: whoever reads the topic, those with a grant for it, its author and the curators. */
export const AUDIENCE = { public: 0, granted: 1, author: 2 } as const

const insertNode = insertRow('lineage_nodes', {
  hash: true,
  kind: true,
  topic_id: true,
  entry_id: true,
  title: true,
  proposed_path: true,
  created_at: true,
  audience: true,
  parent_hash: true,
  proposal_hash: true,
  policy_hash: true,
  successor_hash: true,
  publications: true,
})

/** What is published again is listed already. */
const insertEdge = preparedQuery<{ [K in keyof LineageEdgeRow]: LineageEdgeRow[K] }>()((db, p) =>
  db
    .insertInto('lineage_edges')
    .values({
      parent: p('parent'),
      audience: p('audience'),
      owner_id: p('owner_id'),
      at: p('at'),
      child: p('child'),
    })
    .onConflict((conflict) => conflict.doNothing()),
)

type Child = Pick<LineageNodeRow, 'hash' | 'audience' | 'created_at'> & { owner_id?: string }

/** Lists an object below what can have many below it, for one audience. */
async function listBelow(tx: Tx, parent: string | null, child: Child): Promise<void> {
  const { hash, audience, owner_id = '', created_at: at } = child
  if (parent !== null) await insertEdge.send(tx, { parent, audience, owner_id, at, child: hash })
}

const NOTHING_MORE = {
  entry_id: null,
  title: null,
  proposed_path: null,
  proposal_hash: null,
  policy_hash: null,
  successor_hash: null,
  publications: '',
}

/** Every writer of a kind that has ancestors, and a rebuild, comes to one of these. A proposal is its own node. */
export async function linkProposal(tx: Tx, row: ProposalRow): Promise<void> {
  const { proposal_hash: hash, author_id: owner_id, created_at } = row
  await listBelow(tx, row.definition_hash, { hash, audience: AUDIENCE.author, owner_id, created_at })
}

export async function linkCandidate(tx: Tx, row: CandidateRow, meta: RevisionMeta): Promise<void> {
  const { candidate_hash: hash, topic_id, entry_id, proposal_hash, parent_hash, created_at } = row
  const { title, policy_hash } = meta
  const audience = AUDIENCE.granted
  const parents = { parent_hash, proposal_hash, policy_hash }
  const node = {
    ...NOTHING_MORE,
    hash,
    kind: 'candidate' as const,
    topic_id,
    entry_id,
    title,
    created_at,
    audience,
  }
  await insertNode(tx, { ...node, ...parents, proposed_path: row.path })
  await listBelow(tx, parent_hash, node)
  await listBelow(tx, policy_hash, node)
}

export async function linkDefinition(tx: Tx, row: DefinitionRow, topicId: string): Promise<void> {
  const { definition_hash: hash, title, created_at, previous_hash } = row
  await linkNext(
    tx,
    { hash, kind: 'definition', topic_id: topicId, title, created_at, audience: AUDIENCE.granted },
    previous_hash,
  )
}

export async function linkPolicy(tx: Tx, row: PolicyRow): Promise<void> {
  const { policy_hash: hash, topic_id, created_at, previous_hash } = row
  await linkNext(
    tx,
    { hash, kind: 'policy', topic_id, title: null, created_at, audience: AUDIENCE.public },
    previous_hash,
  )
  // Whoever has a grant looks at one list.
  await listBelow(tx, previous_hash, { hash, audience: AUDIENCE.granted, created_at })
}

export async function linkResolution(tx: Tx, row: ResolutionRow): Promise<void> {
  const { resolution_hash: hash, topic_id, decided_at: created_at, previous_hash } = row
  await linkNext(
    tx,
    { hash, kind: 'resolution', topic_id, title: null, created_at, audience: AUDIENCE.granted },
    previous_hash,
  )
}

type LineageFields = Pick<LineageNodeRow, 'hash' | 'kind' | 'topic_id' | 'title' | 'created_at' | 'audience'>

/** Puts an object below the one of its kind that it follows. */
async function linkNext(tx: Tx, node: LineageFields, previous: string | null): Promise<void> {
  await insertNode(tx, { ...NOTHING_MORE, ...node, parent_hash: previous })
  await listBelow(tx, previous, node)
}

/**
 * Shows a candidate to whoever reads the topic, and where it was published. Below a revision everybody sees its
 * successor, which its node names.
 */
export async function publishInLineage(tx: Tx, row: PublicationRow, meta: RevisionMeta): Promise<void> {
  const { content_hash: hash } = row
  const { parent_hash, policy_hash, created_at } = meta
  await openNode.send(tx, { hash, publication: publicationLine(row) })
  await listBelow(tx, policy_hash, { hash, audience: AUDIENCE.public, created_at })
  if (parent_hash !== null) await follow.send(tx, { hash: parent_hash, successor: hash })
}

const follow = preparedQuery<{ hash: string; successor: string }>()((db, p) =>
  db
    .updateTable('lineage_nodes')
    .set({ successor_hash: p('successor') })
    .where('hash', '=', p('hash')),
)

const openNode = preparedQuery<{ hash: string; publication: string }>()((db, p) =>
  db
    .updateTable('lineage_nodes')
    .set((eb) => ({
      audience: AUDIENCE.public,
      publications: eb('publications', '||', p('publication')),
    }))
    .where('hash', '=', p('hash')),
)
