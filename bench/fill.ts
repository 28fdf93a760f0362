import { join } from 'node:path'
import { applyPublication } from '../packages/server/src/catalog/apply-publication.ts'
import { addObject, addRecord } from '../packages/server/src/catalog/objects.ts'
import { findTopic, nextPublicationTime } from '../packages/server/src/catalog/topics.ts'
import { type Act, createRunner } from '../packages/server/src/command/act.ts'
import { readSettings } from '../packages/server/src/config.ts'
import { OPERATOR } from '../packages/server/src/core/authority.ts'
import { encodeRevision, type RevisionMeta } from '../packages/server/src/core/front-matter.ts'
import { createApp } from '../packages/server/src/create-app.ts'
import { addPublication } from '../packages/server/src/features/publication/store.ts'
import type { TopicRow } from '../packages/server/src/storage/tables.ts'

const BATCH = 500
const MILLISECONDS = 10 * 60_000

/** Publishes small articles through the catalog alone, without the commands that lead there. */
export async function fillPress(folder: string, entries: number): Promise<void> {
  const settings = readSettings({ COLOPHON_DATABASE_URL: `sqlite:${join(folder, 'colophon.db')}` })
  const { app, close } = await createApp(settings)
  const until = performance.now() + MILLISECONDS
  try {
    for (let first = 0; first < entries; first += BATCH) {
      if (performance.now() > until) throw new Error(`only ${first} entries after ${MILLISECONDS} ms`)
      const start = createRunner(app, OPERATOR)
      await app.storage.write(async (tx) => {
        const act = start(tx)
        for (let place = first; place < first + BATCH; place += 1) await publishArticle(act, place)
        for (const [sha256, bytes] of act.staged) await app.blobs.putWithin?.(tx, sha256, bytes)
      })
    }
  } finally {
    await close()
  }
}

async function publishArticle(act: Act, place: number): Promise<void> {
  const topic = await findTopic(act.tx, { id: 'bench' })
  if (topic === null) throw new Error('the topic is not there')
  const meta = await metaOf(act, topic, place)
  const body = `# Article ${place}\n\nA small body with the number ${place} in it.\n`
  const { sha256, bytes } = encodeRevision(meta, body)
  const common = { topicId: topic.id, entryId: meta.entry_id }
  await addObject(act, { sha256, bytes, kind: 'candidate', ...common })
  const decision = {
    content_hash: sha256,
    entry_id: meta.entry_id,
    topic_id: topic.id,
    mode: 'direct',
    previous_head: null,
    published_at: await nextPublicationTime(act.tx, topic, act.now),
  }
  const publicationHash = await addRecord(act, { kind: 'publication', ...common, fields: decision })
  const row = { publication_hash: publicationHash, ...decision, published_by: act.caller.identityId }
  await addPublication(act.tx, row)
  await applyPublication(act.tx, { row, meta, head: null })
}

async function metaOf(act: Act, topic: TopicRow, place: number): Promise<RevisionMeta> {
  const entryId = act.newId()
  const path = `/bench/article-${place}`
  const fields = { title: `Article ${place}`, path, created_at: act.now }
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
    summary: `What the article with the number ${place} is about.`,
    title: `Article ${place}`,
    topic_id: topic.id,
  }
}
