import { randomUUID } from 'node:crypto'
import type { ClosedLists } from '@colophon/contract'
import type { App } from '../../packages/server/src/app.ts'
import {
  linkCandidate,
  linkPolicy,
  linkProposal,
  publishInLineage,
} from '../../packages/server/src/catalog/apply-lineage.ts'
import { insertObject } from '../../packages/server/src/catalog/objects.ts'
import { sha256Hex } from '../../packages/server/src/core/hash.ts'
import { insertProposal } from '../../packages/server/src/features/submissions/store.ts'
import type {
  CandidateRow,
  ProposalRow,
  PublicationRow,
} from '../../packages/server/src/storage/rows/editorial.ts'
import type { Tx } from '../../packages/server/src/storage/storage.ts'
import type { RevisionMeta } from '../../packages/server/src/text/front-matter.ts'

const NODES = 200_000
const POLICIES = 80
const REVISIONS_OF_AN_ENTRY = 40
/** Of the candidates that follow a revision, one is published. */
const CANDIDATES_OF_A_REVISION = 5
const TOPIC = 'bench'

let ticks = 0
const hashOf = (name: string) => sha256Hex(name)
const nextTime = () => new Date(1_700_000_000_000 + 1000 * ticks++).toISOString()

async function catalogue(tx: Tx, sha256: string, kind: ClosedLists['objectKind']): Promise<string> {
  const created_at = nextTime()
  const row = { sha256, kind, topic_id: TOPIC, entry_id: null, owner_id: null, size: 1, created_at }
  await insertObject(tx, row)
  return created_at
}

/** Roots to ask for. */
export interface LineageSite {
  policies: string[]
  /** Revisions in the middle of their entries. */
  middles: string[]
}

/** Fills a new press with a topic's policies, and entries whose revisions and candidates are its nodes. */
export async function fillLineage(app: App): Promise<LineageSite> {
  const site: LineageSite = { policies: [], middles: [] }
  await app.storage.write(async (tx) => {
    await tx
      .insertInto('topics')
      .values({
        id: TOPIC,
        title: TOPIC,
        summary: '',
        visibility: 'public',
        policy_hash: hashOf('policy 0'),
        created_at: nextTime(),
      })
      .execute()
    for (let n = 0; n < POLICIES; n += 1) await addPolicy(tx, site, n)
  })
  const perEntry = REVISIONS_OF_AN_ENTRY * CANDIDATES_OF_A_REVISION * 2
  for (let entry = 0; entry * perEntry < NODES; entry += 1)
    await app.storage.write((tx) => addEntry(tx, site, entry))
  return site
}

async function addPolicy(tx: Tx, site: LineageSite, n: number): Promise<void> {
  const policy_hash = hashOf(`policy ${n}`)
  const created_at = await catalogue(tx, policy_hash, 'policy')
  await linkPolicy(tx, {
    policy_hash,
    topic_id: TOPIC,
    previous_hash: site.policies.at(-1) ?? null,
    evidence_ttl_days: 180,
    review_focuses: '[]',
    minimum_evidence: 0,
    publication_modes: '[]',
    created_at,
    created_by: '',
  })
  site.policies.push(policy_hash)
}

/** An entry whose published revisions follow each other; others of the candidates were not taken. */
async function addEntry(tx: Tx, site: LineageSite, n: number): Promise<void> {
  const entryId = randomUUID()
  let head: string | null = null
  for (let revision = 0; revision < REVISIONS_OF_AN_ENTRY; revision += 1) {
    const path: string = `/${TOPIC}/entry-${n}/at-${revision}`
    const policyHash = site.policies[(n + revision) % POLICIES] ?? ''
    for (let candidate = 1; candidate < CANDIDATES_OF_A_REVISION; candidate += 1)
      await addCandidate(tx, { name: `${path} ${candidate}`, entryId, path, parent: head, policyHash })
    const taken = { name: `${path} taken`, entryId, path, parent: head, policyHash }
    await publishCandidate(tx, taken, await addCandidate(tx, taken))
    head = hashOf(`candidate ${taken.name}`)
    if (revision === REVISIONS_OF_AN_ENTRY / 2) site.middles.push(head)
  }
}

interface Made {
  name: string
  entryId: string
  path: string
  parent: string | null
  policyHash: string
}

function metaOf(made: Made, createdAt: string): RevisionMeta {
  const title = `An article of a bench at ${made.path}`
  return {
    title,
    path: made.path,
    parent_hash: made.parent,
    policy_hash: made.policyHash,
    proposal_hash: hashOf(`proposal ${made.name}`),
    created_at: createdAt,
  } as RevisionMeta
}

/** Answers when it was made. */
async function addCandidate(tx: Tx, made: Made): Promise<string> {
  const proposal_hash = hashOf(`proposal ${made.name}`)
  const candidate_hash = hashOf(`candidate ${made.name}`)
  const shared = {
    topic_id: TOPIC,
    entry_id: made.entryId,
    author_id: 'author',
    path: made.path,
    parent_hash: made.parent,
  }
  const proposal: ProposalRow = {
    ...shared,
    proposal_hash,
    document_kind: 'article',
    title: made.path,
    summary: '',
    task_id: null,
    task_generation: null,
    state: 'finalized',
    reason: null,
    decided_by: null,
    decided_at: null,
    candidate_hash,
    created_at: await catalogue(tx, proposal_hash, 'proposal'),
    definition_hash: null,
  }
  await insertProposal(tx, proposal)
  await linkProposal(tx, proposal)
  const created_at = await catalogue(tx, candidate_hash, 'candidate')
  const candidate = { ...shared, candidate_hash, proposal_hash, created_at }
  await linkCandidate(tx, candidate as CandidateRow, metaOf(made, created_at))
  return created_at
}

async function publishCandidate(tx: Tx, made: Made, createdAt: string): Promise<void> {
  const published_at = nextTime()
  const row: PublicationRow = {
    publication_hash: hashOf(`publication ${made.name}`),
    content_hash: hashOf(`candidate ${made.name}`),
    entry_id: made.entryId,
    topic_id: TOPIC,
    mode: 'direct',
    previous_head: null,
    published_at,
    published_by: '',
  }
  await publishInLineage(tx, row, metaOf(made, createdAt))
  await tx
    .insertInto('aliases')
    .values({
      path: made.path,
      entry_id: made.entryId,
      topic_id: TOPIC,
      bound_at: published_at,
      superseded_at: null,
    })
    .execute()
  await tx
    .insertInto('revisions')
    .values({
      content_hash: row.content_hash,
      entry_id: made.entryId,
      topic_id: TOPIC,
      publication_hash: row.publication_hash,
      mode: 'direct',
      without_prior_review: 1,
      first_published_at: published_at,
      published_at,
      parent_hash: null,
      path: made.path,
      title: made.path,
      retirement_state: 'active',
      retirement_hash: null,
      superseded_at: null,
      superseded_by: null,
      successor_hash: null,
    })
    .execute()
}
