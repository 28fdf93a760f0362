import { join } from 'node:path'
import type { App } from '../packages/server/src/app.ts'
import { applyPublication } from '../packages/server/src/catalog/apply-publication.ts'
import {
  appendChange,
  nextChangePosition,
  publicationChange,
} from '../packages/server/src/catalog/changes.ts'
import { addObject, addRecord } from '../packages/server/src/catalog/objects.ts'
import { findTopic } from '../packages/server/src/catalog/topics.ts'
import { startUnits, type UnitOfWork } from '../packages/server/src/command/unit-of-work.ts'
import { readSettings } from '../packages/server/src/config.ts'
import { OPERATOR } from '../packages/server/src/core/authority.ts'
import { createApp } from '../packages/server/src/create-app.ts'
import { addPublication } from '../packages/server/src/features/publication/store.ts'
import type { TopicRow } from '../packages/server/src/storage/rows/topics.ts'
import { encodeRevision, type RevisionMeta } from '../packages/server/src/text/front-matter.ts'

const BATCH = 500
const MILLISECONDS = 10 * 60_000

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

async function publishArticle(unit: UnitOfWork, place: number, text: FilledText): Promise<void> {
  const topic = await findTopic(unit.tx, { id: 'bench' })
  if (topic === null) throw new Error('the topic is not there')
  const { title, summary, path = `/bench/article-${place}` } = text
  const meta = { ...(await metaOf(unit, topic, path)), title, summary }
  const { sha256, bytes } = encodeRevision(meta, text.body)
  const common = { topicId: topic.id, entryId: meta.entry_id }
  await addObject(unit, { sha256, bytes, kind: 'candidate', ...common })
  const position = await nextChangePosition(unit.tx, topic.id, unit.now)
  const decision = {
    content_hash: sha256,
    entry_id: meta.entry_id,
    topic_id: topic.id,
    mode: 'direct' as const,
    previous_head: null,
    published_at: position.at,
  }
  const publicationHash = await addRecord(unit, { kind: 'publication', ...common, fields: decision })
  const row = { publication_hash: publicationHash, ...decision, published_by: unit.caller.identityId }
  await addPublication(unit.tx, row)
  await appendChange(unit.tx, position, publicationChange(row, topic.visibility))
  await applyPublication(unit.tx, { row, meta, head: null })
}

async function metaOf(unit: UnitOfWork, topic: TopicRow, path: string): Promise<RevisionMeta> {
  const entryId = unit.newId()
  const fields = { path, created_at: unit.now }
  const proposalHash = await addRecord(unit, { kind: 'proposal', topicId: topic.id, entryId, fields })
  return {
    accepted_by: unit.caller.label,
    applicability: null,
    author: unit.caller.label,
    created_at: unit.now,
    document_kind: 'article',
    entry_id: entryId,
    format_version: 1,
    kind: 'candidate',
    observed_at: null,
    parent_hash: null,
    path,
    policy_hash: topic.policy_hash,
    proposal_hash: proposalHash,
    references: [],
    refresh_after: null,
    summary: '',
    title: '',
    topic_id: topic.id,
  }
}
