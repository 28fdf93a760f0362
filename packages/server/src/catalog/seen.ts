import type { Resource } from '@colophon/contract'
import { type Caller, mayReadObject, maySeeTopic } from '../core/authority.ts'
import { notFound } from '../core/problem.ts'
import type { Db } from '../storage/storage.ts'
import type { CandidateRow, EntryRow, ProposalRow, TokenRow, TopicRow } from '../storage/tables.ts'
import { findCandidate, findProposal } from './drafts.ts'
import { findEntry } from './entries.ts'
import { findObject, type ObjectInSite } from './objects.ts'
import { findToken } from './tokens.ts'
import { findTopic } from './topics.ts'

/** What each kind of path parameter is found as. */
export interface SeenRows {
  topic: TopicRow
  entry: EntryRow
  object: ObjectInSite
  proposal: ProposalRow
  candidate: CandidateRow
  token: TokenRow
}

type Look<R extends Resource> = (db: Db, caller: Caller, id: string) => Promise<SeenRows[R] | null>

/** One look for each kind: null for what is not there and for what the caller may not see, alike. */
const LOOKS: { [R in Resource]: Look<R> } = {
  topic: seeTopic,
  entry: seeEntry,
  object: seeObject,
  proposal: async (db, caller, id) => ((await seeObject(db, caller, id)) ? findProposal(db, { id }) : null),
  candidate: async (db, caller, id) => ((await seeObject(db, caller, id)) ? findCandidate(db, { id }) : null),
  token: (db, _caller, id) => findToken(db, { id }),
}

export async function seeTopic(db: Db, caller: Caller, id: string): Promise<TopicRow | null> {
  const topic = await findTopic(db, { id })
  return topic && maySeeTopic(caller, topic) ? topic : null
}

export async function seeEntry(db: Db, caller: Caller, id: string): Promise<EntryRow | null> {
  const entry = await findEntry(db, { id })
  return entry && (await seeTopic(db, caller, entry.topic_id)) ? entry : null
}

export async function seeObject(db: Db, caller: Caller, sha256: string): Promise<ObjectInSite | null> {
  const object = await findObject(db, { sha256 })
  if (object === null || object.visibility === null || object.topic_id === null) return null
  const readable = mayReadObject(caller, {
    kind: object.kind,
    topicId: object.topic_id,
    visibility: object.visibility,
    ownerId: object.owner_id,
    isPublished: object.publication_hash !== null,
  })
  return readable ? object : null
}

/** Looks up everything that a path names; throws the one not_found for the first that may not be seen. */
export async function seeAll(
  db: Db,
  caller: Caller,
  named: readonly (readonly [Resource, string])[],
): Promise<Record<string, unknown>> {
  const seen: Record<string, unknown> = {}
  for (const [resource, id] of named) {
    const row = await LOOKS[resource](db, caller, id)
    if (row === null) throw notFound()
    seen[resource] = row
  }
  return seen
}
