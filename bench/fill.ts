import { join } from 'node:path'
import type { App } from '../packages/server/src/app.ts'
import { linkCandidate } from '../packages/server/src/catalog/apply-lineage.ts'
import { applyPublication } from '../packages/server/src/catalog/apply-publication.ts'
import {
  appendChange,
  nextChangePosition,
  publicationChange,
} from '../packages/server/src/catalog/changes.ts'
import { addObject, addRecord } from '../packages/server/src/catalog/objects.ts'
import { topicOfPath } from '../packages/server/src/catalog/paths.ts'
import { findTopic } from '../packages/server/src/catalog/topics.ts'
import { startUnits, type UnitOfWork } from '../packages/server/src/command/unit-of-work.ts'
import { readSettings } from '../packages/server/src/config.ts'
import { OPERATOR } from '../packages/server/src/core/authority.ts'
import { createApp } from '../packages/server/src/create-app.ts'
import { acceptProposal, addCandidate } from '../packages/server/src/features/candidates/store.ts'
import { addPublication, markPublished } from '../packages/server/src/features/publication/store.ts'
import { addProposal } from '../packages/server/src/features/submissions/store.ts'
import type { ProposalRow } from '../packages/server/src/storage/rows/editorial.ts'
import type { TopicRow } from '../packages/server/src/storage/rows/topics.ts'
import { encodeRevision, type RevisionMeta } from '../packages/server/src/text/front-matter.ts'

const BATCH = 500
const MILLISECONDS = 60 * 60_000

/** What an article says; everything else of it is the same for all. */
export interface FilledText {
  title: string
  summary: string
  body: string
  /** Where it is published; by default `/bench/article-N`. */
  path?: string
}

function smallText(place: number): FilledText {
  return {
    title: `Article ${place}`,
    summary: `What the article with the number ${place} is about.`,
    body: `# Article ${place}\n\nA small body with the number ${place} in it.\n`,
  }
}

/** Publishes articles, small ones by default, through the catalog alone, without the commands that lead there. */
export async function fillServer(
  folder: string,
  entries: number,
  textOf: (place: number) => FilledText = smallText,
): Promise<void> {
  const settings = readSettings({ COLOPHON_DATABASE_URL: `sqlite:${join(folder, 'colophon.db')}` })
  const { app, close } = await createApp(settings)
  try {
    await fillApp(app, entries, textOf)
  } finally {
    await close()
  }
}

/** The same in a server that is open. */
export async function fillApp(
  app: App,
  entries: number,
  textOf: (place: number) => FilledText,
): Promise<void> {
  const until = performance.now() + MILLISECONDS
  for (let first = 0; first < entries; first += BATCH) {
    if (performance.now() > until) throw new Error(`only ${first} entries after ${MILLISECONDS} ms`)
    const start = startUnits(app, OPERATOR)
    await app.storage.write(async (tx) => {
      const unit = start(tx)
      const last = Math.min(entries, first + BATCH)
      for (let place = first; place < last; place += 1) await publishArticle(unit, place, textOf(place))
      for (const [sha256, bytes] of unit.staged) await app.blobs.putWithin?.(tx, sha256, bytes)
    })
  }
}

/** The records, rows and bytes that a submission, its acceptance and its publication leave behind. */
async function publishArticle(unit: UnitOfWork, place: number, text: FilledText): Promise<void> {
  const { title, summary, body, path = `/bench/article-${place}` } = text
  const topic = await findTopic(unit.tx, { id: topicOfPath(path) })
  if (topic === null) throw new Error(`the topic of ${path} is not there`)
  const proposal = await propose(unit, { topic, path, title, summary, body })
  const meta = metaOf(unit, topic, proposal)
  const { sha256, bytes } = encodeRevision(meta, body)
  await addObject(unit, { sha256, bytes, kind: 'candidate', topicId: topic.id, entryId: meta.entry_id })
  const candidate = await addCandidate(unit, { proposal, candidateHash: sha256 })
  await linkCandidate(unit.tx, candidate, meta)
  await acceptProposal(unit, { proposalHash: proposal.proposal_hash, candidateHash: sha256 })
  await publish(unit, { topic, meta, sha256 })
  await markPublished(unit, sha256)
}

async function publish(
  unit: UnitOfWork,
  made: { topic: TopicRow; meta: RevisionMeta; sha256: string },
): Promise<void> {
  const { topic, meta, sha256 } = made
  const position = await nextChangePosition(unit.tx, topic.id, unit.now)
  const decision = {
    content_hash: sha256,
    entry_id: meta.entry_id,
    topic_id: topic.id,
    mode: 'direct' as const,
    previous_head: null,
    published_at: position.at,
  }
  const publicationHash = await addRecord(unit, {
    kind: 'publication',
    topicId: topic.id,
    entryId: meta.entry_id,
    fields: { ...decision, published_by: unit.caller.label, reason: null },
  })
  const row = { publication_hash: publicationHash, ...decision, published_by: unit.caller.identityId }
  await addPublication(unit.tx, row)
  await appendChange(unit.tx, position, publicationChange(row, topic.visibility))
  await applyPublication(unit.tx, { row, meta, head: null })
}

interface Draft {
  topic: TopicRow
  path: string
  title: string
  summary: string
  body: string
}

async function propose(unit: UnitOfWork, { topic, body, ...text }: Draft): Promise<ProposalRow> {
  const draft = {
    ...text,
    topic_id: topic.id,
    entry_id: unit.newId(),
    document_kind: 'article' as const,
    parent_hash: null,
    task_id: null,
    task_generation: null,
    definition_hash: null,
  }
  const proposalHash = await addRecord(unit, {
    kind: 'proposal',
    topicId: topic.id,
    entryId: draft.entry_id,
    fields: { ...draft, ...NOT_OBSERVED, references: [], body, created_at: unit.now },
  })
  return addProposal(unit, { ...draft, proposal_hash: proposalHash })
}

const NOT_OBSERVED = { applicability: null, observed_at: null, refresh_after: null }

function metaOf(unit: UnitOfWork, topic: TopicRow, proposal: ProposalRow): RevisionMeta {
  return {
    ...NOT_OBSERVED,
    accepted_by: unit.caller.label,
    author: unit.caller.label,
    created_at: unit.now,
    document_kind: 'article',
    entry_id: proposal.entry_id,
    format_version: 1,
    kind: 'candidate',
    parent_hash: null,
    path: proposal.path,
    policy_hash: topic.policy_hash,
    proposal_hash: proposal.proposal_hash,
    references: [],
    summary: proposal.summary,
    title: proposal.title,
    topic_id: topic.id,
  }
}
