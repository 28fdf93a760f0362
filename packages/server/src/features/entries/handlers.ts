import type { AnswerOf, Operations } from '@colophon/contract'
import type { App } from '../../app.ts'
import { entryView, findAlias } from '../../catalog/entries.ts'
import type { Handler } from '../../catalog/handler.ts'
import { isTextTuple, openPage } from '../../catalog/pages.ts'
import { tombstoneOf } from '../../catalog/retirements.ts'
import { standingsOf } from '../../catalog/standings.ts'
import { findVisibleEntry } from '../../catalog/visibility.ts'
import { ok } from '../../command/call.ts'
import { notFound } from '../../core/problem.ts'
import { indexView, type ListedRow } from '../../storage/listed-row.ts'
import type { EntryRow } from '../../storage/rows/catalog.ts'
import { listContentsRows, listIndexRows, listRevisionRows } from './store.ts'

type RevisionItem = AnswerOf<Operations['listRevisions']>['items'][number]

export const getEntry: Handler<'getEntry'> = async (app, call) => {
  const { entry } = await call.resolveResources(app.storage.read)
  return ok(await viewOf(app, entry))
}

export const resolvePath: Handler<'resolvePath'> = async (app, call) => {
  const alias = await findAlias(app.storage.read, { path: call.query.path })
  // A path that nobody has takes as long as one of a hidden topic.
  const entry = await findVisibleEntry(app.storage.read, call.caller, alias?.entry_id ?? '')
  if (!entry) throw notFound()
  return ok(await viewOf(app, entry))
}

async function viewOf(app: App, entry: EntryRow): Promise<AnswerOf<Operations['getEntry']>> {
  const standings = await standingsOf(app.storage.read, [entry])
  const standing = standings.get(entry.content_hash)
  return entryView(entry, await tombstoneOf(app.storage.read, entry), { now: app.ambient.now(), standing })
}

async function listed(app: App, rows: readonly ListedRow[]) {
  const standings = await standingsOf(app.storage.read, rows)
  const now = app.ambient.now()
  return rows.map((row) => indexView(row, now, standings.get(row.content_hash)))
}

/**
 * Newest publication first. A cursor pins the first page's newest publication: an entry that is published
 * again while a client pages keeps its old place for that client, so nothing is skipped or repeated.
 */
export const listIndex: Handler<'listIndex'> = async (app, call) => {
  const page = openPage(app, call, isTextTuple(4))
  const [pinnedAt, pinnedHash, at, hash] = page.after ?? []
  const pinned = pinnedAt !== undefined && pinnedHash !== undefined ? ([pinnedAt, pinnedHash] as const) : null
  const after = at !== undefined && hash !== undefined ? ([at, hash] as const) : null
  const rows = await listIndexRows(app.storage.read, {
    caller: call.caller,
    topic: call.query.topic,
    mode: call.query.mode,
    pinned,
    after,
    limit: page.asked.limit,
  })
  const newest = pinned ?? (rows[0] ? ([rows[0].place_at, rows[0].place_hash] as const) : ['', ''])
  const { items, next_cursor } = page.close(
    rows,
    (row) => [...newest, row.place_at, row.place_hash] as WalkPosition,
  )
  return ok({ items: await listed(app, items), next_cursor })
}

type WalkPosition = string[] & { length: 4 }

/** In the order of the paths; backwards before one. */
export const listContents: Handler<'listContents'> = async (app, call) => {
  const { topic } = await call.resolveResources(app.storage.read)
  const page = openPage(app, call, isTextTuple(2))
  const { under, after, before } = call.query
  const within = { topicId: topic.id, under, behind: after, before }
  const rows = await listContentsRows(app.storage.read, { ...page.asked, ...within })
  const { items, next_cursor } = page.close(rows, (row) => [row.path, row.entry_id])
  return ok({ items: await listed(app, items), next_cursor })
}

export const listRevisions: Handler<'listRevisions'> = async (app, call) => {
  const { entry } = await call.resolveResources(app.storage.read)
  const page = openPage(app, call, isTextTuple(2))
  const rows = await listRevisionRows(app.storage.read, {
    entryId: entry.entry_id,
    ...page.asked,
  })
  const { items, next_cursor } = page.close(rows, (row) => [row.published_at, row.publication_hash])
  return ok({
    items: items.map((row) => ({
      content_hash: row.content_hash,
      parent_hash: row.parent_hash,
      publication_hash: row.publication_hash,
      mode: row.mode as RevisionItem['mode'],
      without_prior_review: row.without_prior_review === 1,
      published_at: row.published_at,
      title: row.title,
      path: row.path,
      retirement_state: row.retirement_state as RevisionItem['retirement_state'],
    })),
    next_cursor,
  })
}
