import { join } from 'node:path'
import type { App } from '../packages/server/src/app.ts'
import { applyPublication } from '../packages/server/src/catalog/apply-publication.ts'
import { appendChange, nextMoment, publicationChange } from '../packages/server/src/catalog/changes.ts'
import { addObject, addRecord } from '../packages/server/src/catalog/objects.ts'
import { findTopic } from '../packages/server/src/catalog/topics.ts'
import { type Act, createRunner } from '../packages/server/src/command/act.ts'
import { readSettings } from '../packages/server/src/config.ts'
import { OPERATOR } from '../packages/server/src/core/authority.ts'
import { encodeRevision, type RevisionMeta } from '../packages/server/src/core/front-matter.ts'
import { createApp } from '../packages/server/src/create-app.ts'
import { addPublication } from '../packages/server/src/features/publication/store.ts'
import type { TopicRow } from '../packages/server/src/storage/rows/topics.ts'

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
export async function fillPress(
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

/** The same in a press that is open. */
export async function fillApp(
  app: App,
  entries: number,
  textOf: (place: number) => FilledText,
): Promise<void> {
  const until = performance.now() + MILLISECONDS
  for (let first = 0; first < entries; first += BATCH) {
    if (performance.now() > until) throw new Error(`only ${first} entries after ${MILLISECONDS} ms`)
    const start = createRunner(app, OPERATOR)
    await app.storage.write(async (tx) => {
      const act = start(tx)
      const last = Math.min(entries, first + BATCH)
      for (let place = first; place < last; place += 1) await publishArticle(act, place, textOf(place))
      for (const [sha256, bytes] of act.staged) await app.blobs.putWithin?.(tx, sha256, bytes)
    })
  }
}

async function publishArticle(act: Act, place: number, text: FilledText): Promise<void> {
  const topic = await findTopic(act.tx, { id: 'bench' })
  if (topic === null) throw new Error('the topic is not there')
  const { title, summary, path = `/bench/article-${place}` } = text
  const meta = { ...(await metaOf(act, topic, path)), title, summary }
  const { sha256, bytes } = encodeRevision(meta, text.body)
  const common = { topicId: topic.id, entryId: meta.entry_id }
  await addObject(act, { sha256, bytes, kind: 'candidate', ...common })
  const moment = await nextMoment(act.tx, topic.id, act.now)
  const decision = {
    content_hash: sha256,
    entry_id: meta.entry_id,
    topic_id: topic.id,
    mode: 'direct',
    previous_head: null,
    published_at: moment.at,
  }
  const publicationHash = await addRecord(act, { kind: 'publication', ...common, fields: decision })
  const row = { publication_hash: publicationHash, ...decision, published_by: act.caller.identityId }
  await addPublication(act.tx, row)
  await appendChange(act.tx, moment, publicationChange(row, topic.visibility))
  await applyPublication(act.tx, { row, meta, head: null })
}

async function metaOf(act: Act, topic: TopicRow, path: string): Promise<RevisionMeta> {
  const entryId = act.newId()
  const fields = { path, created_at: act.now }
  const proposalHash = await addRecord(act, { kind: 'proposal', topicId: topic.id, entryId, fields })
  return {
    accepted_by: act.caller.label,
    applicability: null,
    author: act.caller.label,
    created_at: act.now,
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
