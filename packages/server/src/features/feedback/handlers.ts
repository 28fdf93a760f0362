import type { AnswerOf, Operations } from '@colophon/contract'
import type { Handler } from '../../catalog/handler.ts'
import { isTextTuple, openPage } from '../../catalog/pages.ts'
import { seeTopic } from '../../catalog/seen.ts'
import { addSuggestion } from '../../catalog/suggestions.ts'
import { ONE_FEEDBACK, spend } from '../../command/allowance.ts'
import { created, ok } from '../../command/call.ts'
import { command } from '../../command/command.ts'
import type { Caller } from '../../core/authority.ts'
import type { FeedbackRow } from '../../storage/rows/curation.ts'
import type { Db } from '../../storage/storage.ts'
import { addFeedback, listOwnFeedback } from './store.ts'

type Receipt = AnswerOf<Operations['sendFeedback']>
type Outcome = Pick<Receipt, 'state' | 'fixed_hashes'>

export const sendFeedback: Handler<'sendFeedback'> = (app, call) =>
  command(app, call, async (act, { named: target }) => {
    const { target_hash, title, comment } = call.body
    const usage = await spend(act, app.settings.limits, ONE_FEEDBACK)
    const { suggestion_id } = await addSuggestion(act, {
      topicId: target.topic_id,
      kind: 'article_feedback',
      question: title,
      motivation: comment,
      relatedHashes: [target_hash],
      parentHash: null,
    })
    const row: FeedbackRow = {
      feedback_id: act.newId(),
      suggestion_id,
      identity_id: act.caller.identityId,
      target_hash,
      entry_id: target.entry_id,
      topic_id: target.topic_id,
      title,
      comment,
      received_at: act.now,
    }
    await addFeedback(act.tx, row)
    return { ...created(receiptOf(row, { state: 'open', fixed_hashes: [] })), usage }
  })

export const listFeedback: Handler<'listFeedback'> = async (app, call) => {
  const page = openPage(app, call, isTextTuple(2))
  const rows = await listOwnFeedback(app.storage.read, {
    identityId: call.caller.identityId,
    ...page.asked,
  })
  const { items, next_cursor } = page.close(rows, (row) => [row.received_at, row.feedback_id])
  const receipts: Receipt[] = []
  for (const row of items) receipts.push(receiptOf(row, await outcomeOf(app.storage.read, call.caller, row)))
  return ok({ items: receipts, next_cursor })
}

type Listed = Awaited<ReturnType<typeof listOwnFeedback>>[number]

/** What became of it, as long as the reporter may read the target: what happens in a hidden topic stays there. */
async function outcomeOf(db: Db, caller: Caller, row: Listed): Promise<Outcome> {
  if ((await seeTopic(db, caller, row.topic_id)) === null) return { state: null, fixed_hashes: [] }
  // JSON text of a resolution record: an array of hashes.
  const fixed = row.fixed_hashes === null ? [] : (JSON.parse(row.fixed_hashes) as string[])
  return { state: row.resolution_state as Outcome['state'], fixed_hashes: fixed }
}

function receiptOf(row: FeedbackRow, outcome: Outcome): Receipt {
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
