import type { AnswerOf, Operations, Reference } from '@colophon/contract'
import type { Standing } from '../core/freshness.ts'
import { cachedQuery } from '../storage/cached-query.ts'
import { indexView } from '../storage/listed-row.ts'
import { preparedQuery } from '../storage/portable.ts'
import type { EntryRow } from '../storage/rows/catalog.ts'
import type { Db } from '../storage/storage.ts'

type EntryView = AnswerOf<Operations['getEntry']>

const byId = preparedQuery<{ id: string }>()((db, p) =>
  db.selectFrom('entries').selectAll().where('entry_id', '=', p('id')),
)
export const findEntry: (db: Db, key: { id: string }) => Promise<EntryRow | null> = cachedQuery(byId)

const byPath = preparedQuery<{ path: string }>()((db, p) =>
  db.selectFrom('aliases').selectAll().where('path', '=', p('path')),
)

/** Whose path it is, or once was: a path is never given to another entry. */
export const findAlias = cachedQuery(byPath)

/** The tuple that cites an exact revision, ready to copy. */
export function referenceTo(
  revision: { entry_id: string; path: string; title: string; created_at: string },
  sha256: string,
  now: string,
): Reference {
  return {
    kind: 'service',
    entry_id: revision.entry_id,
    path: revision.path,
    title: revision.title,
    sha256,
    relation: null,
    selection: 'latest_at_check',
    checked_at: now,
    revision_created_at: revision.created_at,
    note: null,
    url: null,
  }
}

/** An entry as its readers see it: the head, whatever its status. */
export function entryView(
  row: EntryRow,
  retirement: EntryView['retirement'],
  { now, standing }: { now: string; standing: Standing | undefined },
): EntryView {
  return {
    ...indexView(row, now, standing),
    status: row.status as EntryView['status'],
    author: row.author,
    accepted_by: row.accepted_by,
    parent_hash: row.parent_hash,
    proposal_hash: row.proposal_hash,
    policy_hash: row.policy_hash,
    references: JSON.parse(row.references_json) as Reference[],
    applicability: row.applicability,
    aliases: JSON.parse(row.aliases_json) as string[],
    reference: referenceTo(row, row.content_hash, now),
    retirement,
  }
}
