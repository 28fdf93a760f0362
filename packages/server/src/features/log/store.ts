import { listPublications } from '../../catalog/apply-lineage.ts'
import type { ObjectInSite } from '../../catalog/objects.ts'
import { insertRow, preparedQuery } from '../../storage/portable.ts'
import type { LogEntryRow } from '../../storage/rows/log.ts'
import type { Db, Tx } from '../../storage/storage.ts'

const last = preparedQuery<object>()((db) =>
  db.selectFrom('log_entries').selectAll().orderBy('position', 'desc').limit(1),
)

/** The newest leaf; null while the log is empty. */
export function findLastEntry(db: Db): Promise<LogEntryRow | null> {
  return last.first(db, {})
}

/** Acts of the public stream from one number to another, both included. */
export const listPublicActs = preparedQuery<{ from: number; upTo: number; limit: number }>()((db, p) =>
  db
    .selectFrom('changes')
    .leftJoin('visibility_changes', 'visibility_changes.change_id', 'changes.record')
    .select(['changes.topic_id', 'changes.seq', 'changes.kind', 'changes.record'])
    .select('visibility_changes.to_visibility')
    .select((eb) => eb.ref('changes.public_seq').$notNull().as('public_seq'))
    .where('changes.public_seq', '>=', p('from'))
    .where('changes.public_seq', '<=', p('upTo'))
    .orderBy('changes.public_seq')
    .limit(p('limit')),
)

/** What was done in a topic while it was invited, from one act to another, both left out. */
export const listHiddenActs = preparedQuery<{
  topic: string
  after: number
  before: number
  limit: number
}>()((db, p) =>
  db
    .selectFrom('changes')
    .select(['seq', 'record'])
    .where('topic_id', '=', p('topic'))
    .where('seq', '>', p('after'))
    .where('seq', '<', p('before'))
    .where('public_seq', 'is', null)
    .orderBy('seq')
    .limit(p('limit')),
)

const lastVisibility = preparedQuery<{ topic: string; before: number }>()((db, p) =>
  db
    .selectFrom('changes')
    .select((eb) => eb.fn.max('seq').as('seq'))
    .where('topic_id', '=', p('topic'))
    .where('kind', '=', 'visibility')
    .where('seq', '<', p('before')),
)

/** The number in its topic of the change of visibility before an act; 0 where there was none. */
export async function findVisibilityBefore(
  db: Db,
  place: { topic: string; before: number },
): Promise<number> {
  return (await lastVisibility.first(db, place))?.seq ?? 0
}

const MOST_ROWS = 256

/**
 * Many at once: row by row would be as many round trips. In powers of two, because each number of rows is a statement
 * of its own, which is kept prepared.
 */
export async function addEntries(tx: Tx, rows: readonly LogEntryRow[]): Promise<void> {
  for (let from = 0; from < rows.length; ) {
    const count = Math.min(MOST_ROWS, 2 ** Math.floor(Math.log2(rows.length - from)))
    await tx
      .insertInto('log_entries')
      .values(rows.slice(from, from + count))
      .execute()
    from += count
  }
}

export const addTile = insertRow('log_tiles', { level: true, position: true, hash: true })

interface Range {
  from: number
  /** Not included. */
  to: number
}

const records = preparedQuery<Range>()((db, p) =>
  db
    .selectFrom('log_entries')
    .select('record')
    .where('position', '>=', p('from'))
    .where('position', '<', p('to'))
    .orderBy('position'),
)
const tiles = preparedQuery<Range & { level: number }>()((db, p) =>
  db
    .selectFrom('log_tiles')
    .select('hash')
    .where('level', '=', p('level'))
    .where('position', '>=', p('from'))
    .where('position', '<', p('to'))
    .orderBy('position'),
)

/** Entries of the log, 32 bytes each; fewer than asked for where it ends. */
export async function readEntries(db: Db, { from, to }: Range): Promise<Uint8Array[]> {
  return (await records.all(db, { from, to })).map(({ record }) => Buffer.from(record, 'hex'))
}

/** Hashes of a level above the leaves. */
export async function readTileHashes(db: Db, { level, from, to }: Range & { level: number }) {
  return (await tiles.all(db, { level, from, to })).map(({ hash }) => Buffer.from(hash, 'hex'))
}

const entryOf = preparedQuery<{ record: string }>()((db, p) =>
  db.selectFrom('log_entries').select(['position', 'record']).where('record', '=', p('record')),
)
const retirementsOf = preparedQuery<{ hash: string }>()((db, p) =>
  db
    .selectFrom('retirements')
    .innerJoin('log_entries', 'log_entries.record', 'retirements.retirement_hash')
    .select(['log_entries.position', 'log_entries.record'])
    .where('retirements.content_hash', '=', p('hash')),
)

interface EntryAbout extends Pick<LogEntryRow, 'position' | 'record'> {
  kind: 'publication' | 'retirement'
}

/** The objects that are leaves themselves. */
const LEAF_KINDS: Readonly<Record<ObjectInSite['kind'], EntryAbout['kind'] | null>> = {
  candidate: null,
  definition: null,
  evidence: null,
  policy: null,
  proposal: null,
  publication: 'publication',
  resolution: null,
  retirement: 'retirement',
  review: null,
  suggestion: null,
}

/** The leaves that are about a revision, or are the record itself, in the order of the log. */
export async function listEntriesAbout(
  db: Db,
  { sha256, kind }: Pick<ObjectInSite, 'sha256' | 'kind'>,
): Promise<EntryAbout[]> {
  const leafKind = LEAF_KINDS[kind]
  if (leafKind !== null)
    return (await entryOf.all(db, { record: sha256 })).map((row) => ({ ...row, kind: leafKind }))
  const found: EntryAbout[] = []
  for (const row of await retirementsOf.all(db, { hash: sha256 })) found.push({ ...row, kind: 'retirement' })
  // What a node keeps of its publications: the table of publications is large, and not found by what was published.
  for (const { publication_hash: record } of await listPublications(db, sha256))
    for (const row of await entryOf.all(db, { record })) found.push({ ...row, kind: 'publication' })
  return found.sort((one, other) => one.position - other.position)
}
