import { isFeedback } from '@colophon/contract'
import type { Handler } from '../../catalog/handler.ts'
import { isTextTuple, openPage } from '../../catalog/pages.ts'
import { readableTopicIds } from '../../catalog/topics.ts'
import { ok } from '../../command/call.ts'
import { type Caller, hasGrant } from '../../core/authority.ts'
import { sealCursor } from '../../core/cursor.ts'
import type { Db } from '../../storage/storage.ts'
import { type DatedNotice, followedOf, nextNotices, noticesOf } from './rules.ts'
import {
  findHappenings,
  listChallenging,
  listOwnReports,
  listOwnSuggestions,
  type OwnSuggestion,
} from './store.ts'

/** Made of what the caller reported whenever it asks: nothing is written when something happens. */
export const listNotices: Handler<'listNotices'> = async (app, call) => {
  const { limit, after, binding } = openPage(app, call, isTextTuple(2))
  const all = await readNotices(app.storage.read, call.caller)
  const { page, hasMore, position } = nextNotices(all, after && [after[0] ?? '', after[1] ?? ''], limit)
  const cursor = sealCursor(app.keys.cursorKey, binding, position)
  return ok({
    items: page.map(({ notice }) => notice),
    next_cursor: hasMore ? cursor : null,
    resume_cursor: cursor,
  })
}

async function readNotices(db: Db, caller: Caller): Promise<DatedNotice[]> {
  const reports = await listOwnReports(db, caller.identityId)
  const suggestions = await listOwnSuggestions(db, caller.identityId)
  const followed = followedOf([
    ...reports.map(({ target_hash, received_at, value }) => ({
      content_hash: target_hash,
      at: received_at,
      counts: value !== null,
    })),
    ...suggestions.flatMap((row) =>
      hashesIn(row.related_hashes).map((content_hash) => ({
        content_hash,
        at: row.created_at,
        counts: true,
      })),
    ),
  ])
  const readable = new Set(await readableTopicIds(db, caller))
  const { revisions, retirements, evidence } = await findHappenings(db, [...followed.keys()])
  const shown = revisions.filter(({ topic_id }) => readable.has(topic_id))
  const topicOf = new Map(shown.map(({ content_hash, topic_id }) => [content_hash, topic_id]))
  const accepted = await listChallenging(db, [...new Set(topicOf.values())])
  // A suggestion says nothing about revisions of other topics.
  const named = accepted.flatMap(({ topic_id, related_hashes, at }) =>
    hashesIn(related_hashes).flatMap((content_hash) =>
      topicOf.get(content_hash) === topic_id ? [{ content_hash, at }] : [],
    ),
  )
  const decided = suggestions.filter((row) => mayReadDecision(caller, readable, row))
  return noticesOf(followed, {
    revisions: shown,
    retirements,
    challenges: [...evidence, ...named],
    fixes: decided.flatMap(fixOf),
  })
}

/** As the decision itself is read: see `findVisibleDecision`. */
function mayReadDecision(caller: Caller, readable: ReadonlySet<string>, { kind, topic_id }: OwnSuggestion) {
  return hasGrant(caller, topic_id) || (isFeedback(kind) && readable.has(topic_id))
}

function fixOf(row: OwnSuggestion) {
  const { resolution_hash, reason, decided_at } = row
  if (resolution_hash === null || reason === null || decided_at === null) return []
  const fixed_hashes = hashesIn(row.fixed_hashes ?? '[]')
  if (fixed_hashes.length === 0) return []
  const { suggestion_id } = row
  const related_hashes = hashesIn(row.related_hashes)
  return [{ suggestion_id, resolution_hash, related_hashes, fixed_hashes, reason, decided_at }]
}

/** A list of hashes as a row has it. */
function hashesIn(list: string): string[] {
  return JSON.parse(list) as string[]
}
