import type { AnswerOf, Operations } from '@colophon/contract'
import type { Handler } from '../../catalog/handler.ts'
import { isTextTuple, openPage } from '../../catalog/pages.ts'
import { addSuggestion } from '../../catalog/suggestions.ts'
import { findVisibleTopic } from '../../catalog/visibility.ts'
import { ONE_FEEDBACK, spend } from '../../command/allowance.ts'
import { created, ok } from '../../command/call.ts'
import { command } from '../../command/command.ts'
import type { Caller } from '../../core/authority.ts'
import type { FeedbackRow } from '../../storage/rows/curation.ts'
import type { Db } from '../../storage/storage.ts'
import { addFeedback, listOwnFeedback } from './store.ts'

type FeedbackReply = AnswerOf<Operations['sendFeedback']>
type FeedbackOutcome = Pick<FeedbackReply, 'state' | 'fixed_hashes'>

export const sendFeedback: Handler<'sendFeedback'> = (app, call) =>
  command(app, call, async (unit, { named: target }) => {
    const { target_hash, title, comment } = call.body
    const usage = await spend(unit, app.settings.limits, ONE_FEEDBACK)
    const { suggestion_id } = await addSuggestion(unit, {
      topicId: target.topic_id,
      kind: 'article_feedback',
      question: title,
      motivation: comment,
      relatedHashes: [target_hash],
      parentHash: null,
    })
    const row: FeedbackRow = {
      feedback_id: unit.newId(),
      suggestion_id,
      identity_id: unit.caller.identityId,
      target_hash,
      entry_id: target.entry_id,
      topic_id: target.topic_id,
      title,
      comment,
      received_at: unit.now,
    }
    await addFeedback(unit.tx, row)
    return { ...created(receiptOf(row, { state: 'open', fixed_hashes: [] })), usage }
  })

export const listFeedback: Handler<'listFeedback'> = async (app, call) => {
  const page = openPage(app, call, isTextTuple(2))
  const rows = await listOwnFeedback(app.storage.read, {
    identityId: call.caller.identityId,
    ...page.asked,
  })
  const { items, next_cursor } = page.close(rows, (row) => [row.received_at, row.feedback_id])
  const receipts: FeedbackReply[] = []
  for (const row of items) receipts.push(receiptOf(row, await outcomeOf(app.storage.read, call.caller, row)))
  return ok({ items: receipts, next_cursor })
}

type OwnFeedbackRow = Awaited<ReturnType<typeof listOwnFeedback>>[number]

/** What became of it, as long as the reporter may read the target: what happens in a hidden topic stays there. */
async function outcomeOf(db: Db, caller: Caller, row: OwnFeedbackRow): Promise<FeedbackOutcome> {
  if ((await findVisibleTopic(db, caller, row.topic_id)) === null) return { state: null, fixed_hashes: [] }
  // JSON text of a resolution record: an array of hashes.
  const fixed = row.fixed_hashes === null ? [] : (JSON.parse(row.fixed_hashes) as string[])
  return { state: row.resolution_state as FeedbackOutcome['state'], fixed_hashes: fixed }
}

function receiptOf(row: FeedbackRow, outcome: FeedbackOutcome): FeedbackReply {
  return {
    feedback_id: row.feedback_id,
    suggestion_id: row.suggestion_id,
    target_hash: row.target_hash,
    entry_id: row.entry_id,
    title: row.title,
    comment: row.comment,
    received_at: row.received_at,
    ...outcome,
  }
}
