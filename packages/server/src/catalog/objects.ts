import { type ClosedLists, isRevision, type Operation } from '@colophon/contract'
import type { App } from '../app.ts'
import type { Call } from '../command/call.ts'
import type { NewObject, UnitOfWork } from '../command/unit-of-work.ts'
import { encodeObject } from '../core/canonical-json.ts'
import { notFound, Problem } from '../core/problem.ts'
import { BlobAltered, ObjectLost } from '../storage/blobs/blob-store.ts'
import { cachedQuery } from '../storage/cached-query.ts'
import { withoutNotes } from '../storage/noted-reads.ts'
import { insertRow, preparedQuery } from '../storage/portable.ts'
import { decodeRevision } from '../text/front-matter.ts'

/** An object and where it stands: what decides who may read it, and what its headers say. */
export interface ObjectInSite {
  sha256: string
  kind: ClosedLists['objectKind']
  topic_id: string | null
  entry_id: string | null
  owner_id: string | null
  created_at: string
  visibility: ClosedLists['visibility'] | null
  /** Of a published revision; null for everything else. */
  publication_hash: string | null
  parent_hash: string | null
  successor_hash: string | null
  retirement_state: ClosedLists['retirementState'] | null
  retirement_hash: string | null
  /** Time of the newest decision on its retirement. */
  retirement_at: string | null
  head_hash: string | null
}

const byHash = preparedQuery<{ sha256: string }>()((db, p) =>
  db
    .selectFrom('objects')
    .leftJoin('topics', 'topics.id', 'objects.topic_id')
    .leftJoin('revisions', 'revisions.content_hash', 'objects.sha256')
    .leftJoin('entries', 'entries.entry_id', 'revisions.entry_id')
    .leftJoin('retirements', 'retirements.retirement_hash', 'revisions.retirement_hash')
    .select([
      'objects.sha256',
      'objects.kind',
      'objects.topic_id',
      'objects.entry_id',
      'objects.owner_id',
      'objects.created_at',
      'topics.visibility',
      'revisions.publication_hash',
      'revisions.parent_hash',
      'revisions.successor_hash',
      'revisions.retirement_state',
      'revisions.retirement_hash',
      'retirements.decided_at as retirement_at',
      'entries.content_hash as head_hash',
    ])
    .where('objects.sha256', '=', p('sha256')),
)

export const findObject = cachedQuery(byHash)

export const insertObject = insertRow('objects', {
  sha256: true,
  kind: true,
  topic_id: true,
  entry_id: true,
  owner_id: true,
  size: true,
  created_at: true,
})

/** Names bytes in the catalogue and stages them: the command stores them before it commits. */
export async function addObject(unit: UnitOfWork, object: NewObject): Promise<void> {
  unit.staged.set(object.sha256, object.bytes)
  await insertObject(unit.tx, {
    sha256: object.sha256,
    kind: object.kind,
    topic_id: object.topicId,
    entry_id: object.entryId,
    owner_id: unit.caller.identityId,
    size: object.bytes.length,
    created_at: object.at ?? unit.now,
  })
}

interface RecordFields {
  kind: ClosedLists['objectKind']
  topicId: string
  entryId: string | null
  fields: Readonly<Record<string, unknown>>
  /** Of an act that has a place in a stream: its own time, which may be a little later than the command's. */
  at?: string
}

/** Makes an immutable record of canonical JSON; its nonce keeps the hash from telling what it holds. */
export async function addRecord(unit: UnitOfWork, record: RecordFields): Promise<string> {
  const { kind, topicId, entryId, fields, at } = record
  const { sha256, bytes } = encodeObject({ ...fields, kind, format_version: 1, nonce: unit.nonce() })
  await addObject(unit, { sha256, bytes, kind, topicId, entryId, ...(at === undefined ? {} : { at }) })
  return sha256
}

/** A revision is Markdown with front matter, everything else canonical JSON. */
export function mediaTypeOf({ kind }: Pick<ObjectInSite, 'kind'>): string {
  return isRevision(kind) ? 'text/markdown; charset=utf-8' : 'application/json'
}

/** The bytes of an object that is in the catalogue; their absence is damage, not an answer. */
export async function readBytes(app: App, sha256: string): Promise<Uint8Array> {
  const bytes = await readBytesOnce(app, sha256)
  app.bytes.offer(sha256, bytes)
  return bytes
}

/** The same for those who read everything once: they must not push the bytes that readers want out of memory. */
export async function readBytesOnce(app: App, sha256: string): Promise<Uint8Array> {
  return app.bytes.get(sha256) ?? (await readStored(app, sha256))
}

async function readStored({ blobs, telemetry }: App, sha256: string): Promise<Uint8Array> {
  try {
    const bytes = await withoutNotes(() => blobs.get(sha256))
    if (bytes === null) throw new ObjectLost('object_missing', sha256)
    return bytes
  } catch (error) {
    const lost = error instanceof BlobAltered ? new ObjectLost('object_altered', sha256, error) : error
    if (lost instanceof ObjectLost) telemetry.metrics.lost(lost.code)
    throw lost
  }
}

/**
 * The bytes of an object that a path names, for a command, whose transaction must not wait for a store. Null for
 * what may not be seen, whether its bytes are in memory or not: the command says so, in its order, and after the same
 * time for what is there and what is not.
 */
export async function readAhead(
  app: App,
  call: Pick<Call<Operation, unknown>, 'resolveResources'>,
  sha256: string,
): Promise<Uint8Array | null> {
  try {
    await call.resolveResources(app.storage.read)
  } catch (error) {
    if (error instanceof Problem && error.code === 'not_found') return null
    throw error
  }
  return readBytes(app, sha256)
}

/** What was read ahead; what has become visible since then was not there when it was asked for. */
export function requireAhead(bytes: Uint8Array | null): Uint8Array {
  if (bytes === null) throw notFound()
  return bytes
}

export async function readRevision(app: App, sha256: string) {
  return decodeRevision(await readBytes(app, sha256))
}

export async function readRecord(app: App, sha256: string): Promise<Record<string, unknown>> {
  return decodeRecord(await readBytes(app, sha256))
}

export function decodeRecord(bytes: Uint8Array): Record<string, unknown> {
  const { buffer, byteOffset, length } = bytes
  return JSON.parse(Buffer.from(buffer, byteOffset, length).toString('utf8')) as Record<string, unknown>
}
