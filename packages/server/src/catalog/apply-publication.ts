import { type ClosedLists, isListed, isReviewed } from '@colophon/contract'
import { insertRow, preparedQuery } from '../storage/portable.ts'
import type { EntryRow } from '../storage/rows/catalog.ts'
import type { PublicationRow } from '../storage/rows/editorial.ts'
import type { Tx } from '../storage/storage.ts'
import { publishInLineage } from './apply-lineage.ts'
import { listForSearch } from './apply-search.ts'
import { bindPath, type PublicationView } from './bind-path.ts'

/** Changes the public picture as a publication says; search finds the entry from the commit on. */
export async function applyPublication(tx: Tx, publication: PublicationView): Promise<void> {
  await listForSearch(tx, await showPublication(tx, publication))
}

/**
 * Head, revisions, paths, counts, lineage: everything but search. It reads nothing but records and projections,
 * so that a rebuild gives the same picture.
 */
export async function showPublication(tx: Tx, publication: PublicationView): Promise<EntryRow> {
  const { row, head } = publication
  const known = await revisionOf.first(tx, { hash: row.content_hash })
  // Once published without review, the bytes stay marked so, whatever comes after.
  const unreviewed = known?.without_prior_review === 1 || !isReviewed(row.mode) ? 1 : 0
  await publishInLineage(tx, row, publication.meta)
  if (known === null) await addRevision(tx, publication, unreviewed)
  else await republish.send(tx, { ...positionOf(row), unreviewed, hash: row.content_hash })
  if (head !== null && head.content_hash !== row.content_hash)
    await supersede.send(tx, {
      hash: head.content_hash,
      at: row.published_at,
      by: row.publication_hash,
      successor: row.content_hash,
    })
  const aliases = await bindPath(tx, publication)
  const entry = entryOf(publication, unreviewed, aliases)
  await upsertEntry.run(tx, entry)
  await countPublication(tx, publication)
  return entry
}

const revisionOf = preparedQuery<{ hash: string }>()((db, p) =>
  db.selectFrom('revisions').select('without_prior_review').where('content_hash', '=', p('hash')),
)

const insertRevision = insertRow('revisions', {
  content_hash: true,
  entry_id: true,
  topic_id: true,
  publication_hash: true,
  mode: true,
  without_prior_review: true,
  first_published_at: true,
  published_at: true,
  parent_hash: true,
  path: true,
  title: true,
  retirement_state: true,
  retirement_hash: true,
  superseded_at: true,
  superseded_by: true,
  successor_hash: true,
})

async function addRevision(tx: Tx, { row, meta }: PublicationView, unreviewed: number): Promise<void> {
  await insertRevision(tx, {
    content_hash: row.content_hash,
    entry_id: row.entry_id,
    topic_id: row.topic_id,
    publication_hash: row.publication_hash,
    mode: row.mode,
    without_prior_review: unreviewed,
    first_published_at: row.published_at,
    published_at: row.published_at,
    parent_hash: meta.parent_hash,
    path: meta.path,
    title: meta.title,
    retirement_state: 'active',
    retirement_hash: null,
    superseded_at: null,
    superseded_by: null,
    successor_hash: null,
  })
}

function positionOf(row: PublicationRow) {
  return { publication: row.publication_hash, mode: row.mode, at: row.published_at }
}

const republish = preparedQuery<{
  hash: string
  publication: string
  mode: ClosedLists['mode']
  at: string
  unreviewed: number
}>()((db, p) =>
  db
    .updateTable('revisions')
    .set({
      publication_hash: p('publication'),
      mode: p('mode'),
      published_at: p('at'),
      without_prior_review: p('unreviewed'),
    })
    .where('content_hash', '=', p('hash')),
)

const supersede = preparedQuery<{ hash: string; at: string; by: string; successor: string }>()((db, p) =>
  db
    .updateTable('revisions')
    .set({ superseded_at: p('at'), superseded_by: p('by'), successor_hash: p('successor') })
    .where('content_hash', '=', p('hash')),
)

type EntryParameters = { [K in keyof EntryRow]: EntryRow[K] }

const upsertEntry = preparedQuery<EntryParameters>()((db, p) => {
  const changing = {
    path: p('path'),
    status: p('status'),
    content_hash: p('content_hash'),
    publication_hash: p('publication_hash'),
    mode: p('mode'),
    without_prior_review: p('without_prior_review'),
    document_kind: p('document_kind'),
    title: p('title'),
    summary: p('summary'),
    author: p('author'),
    accepted_by: p('accepted_by'),
    created_at: p('created_at'),
    published_at: p('published_at'),
    parent_hash: p('parent_hash'),
    proposal_hash: p('proposal_hash'),
    policy_hash: p('policy_hash'),
    references_json: p('references_json'),
    aliases_json: p('aliases_json'),
    observed_at: p('observed_at'),
    refresh_after: p('refresh_after'),
    applicability: p('applicability'),
  }
  return db
    .insertInto('entries')
    .values({ entry_id: p('entry_id'), topic_id: p('topic_id'), ...changing })
    .onConflict((conflict) => conflict.column('entry_id').doUpdateSet(changing))
})

/** The entry as a publication leaves it, with the paths that it had before. */
export function entryOf({ row, meta }: PublicationView, unreviewed: number, aliases: string[]): EntryRow {
  return {
    entry_id: row.entry_id,
    topic_id: row.topic_id,
    path: meta.path,
    status: 'published',
    content_hash: row.content_hash,
    publication_hash: row.publication_hash,
    mode: row.mode,
    without_prior_review: unreviewed,
    document_kind: meta.document_kind,
    title: meta.title,
    summary: meta.summary,
    author: meta.author,
    accepted_by: meta.accepted_by,
    created_at: meta.created_at,
    published_at: row.published_at,
    parent_hash: meta.parent_hash,
    proposal_hash: meta.proposal_hash,
    policy_hash: meta.policy_hash,
    references_json: JSON.stringify(meta.references),
    aliases_json: JSON.stringify(aliases),
    observed_at: meta.observed_at,
    refresh_after: meta.refresh_after,
    applicability: meta.applicability,
  }
}

/** Counts follow what is listed: a head that was retired or unlisted had left them. */
async function countPublication(tx: Tx, { row, head }: PublicationView): Promise<void> {
  const wasListed = head !== null && isListed(head.status)
  const total = wasListed ? 0 : 1
  const reviewed = Number(isReviewed(row.mode)) - Number(wasListed && isReviewed(head.mode))
  if (total !== 0 || reviewed !== 0) await changeCounts(tx, row.topic_id, { total, reviewed })
}

const addCounts = preparedQuery<{ topic: string; total: number; reviewed: number }>()((db, p) =>
  db
    .insertInto('topic_counts')
    .values({ topic_id: p('topic'), total: p('total'), reviewed: p('reviewed') })
    .onConflict((conflict) =>
      conflict.column('topic_id').doUpdateSet((eb) => ({
        total: eb('topic_counts.total', '+', eb.ref('excluded.total')),
        reviewed: eb('topic_counts.reviewed', '+', eb.ref('excluded.reviewed')),
      })),
    ),
)

/** Adds to the counts of a topic's listed entries. */
export async function changeCounts(
  tx: Tx,
  topic: string,
  by: { total: number; reviewed: number },
): Promise<void> {
  await addCounts.run(tx, { topic, ...by })
}
