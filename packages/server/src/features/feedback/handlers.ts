import type { AnswerOf, Operations } from '@colophon/contract'
import type { App } from '../../app.ts'
import type { Handler } from '../../catalog/handler.ts'
import { readRecord } from '../../catalog/objects.ts'
import { isTextTuple, openPage } from '../../catalog/pages.ts'
import { seeObject, seeTopic } from '../../catalog/seen.ts'
import { addSuggestion } from '../../catalog/suggestions.ts'
import type { Act } from '../../command/act.ts'
import { ONE_FEEDBACK, spend } from '../../command/allowance.ts'
import { created, ok } from '../../command/call.ts'
import { command } from '../../command/command.ts'
import type { Caller } from '../../core/authority.ts'
import { namesNothing } from '../../core/problem.ts'
import type { FeedbackRow } from '../../storage/tables.ts'
import { addFeedback, listOwnFeedback } from './store.ts'

type Receipt = AnswerOf<Operations['sendFeedback']>
type Outcome = Pick<Receipt, 'state' | 'fixed_hashes'>

export const sendFeedback: Handler<'sendFeedback'> = (app, call) =>
  command(app, call, async (act) => {
    const { target_hash, title, comment } = call.body
    const target = await findTarget(act, target_hash)
    const usage = await spend(act, app.settings.limits, ONE_FEEDBACK)
    const { suggestion_id } = await addSuggestion(act, {
      topicId: target.topicId,
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
      entry_id: target.entryId,
      topic_id: target.topicId,
      title,
      comment,
      received_at: act.now,
    }
    await addFeedback(act.tx, row)
    return { ...created(receiptOf(row, { state: 'open', fixed_hashes: [] })), usage }
  })

/** What is hidden, unpublished or missing is refused in the same words, before anything is counted. */
async function findTarget(act: Act, hash: string): Promise<{ entryId: string; topicId: string }> {
  const object = await seeObject(act.tx, act.caller, hash)
  if (object === null || object.publication_hash === null) throw namesNothing('/target_hash')
  const { entry_id: entryId, topic_id: topicId } = object
  if (entryId === null || topicId === null) throw new Error(`revision ${hash} has no entry`)
  return { entryId, topicId }
}

export const listFeedback: Handler<'listFeedback'> = async (app, call) => {
  const page = openPage(app, call, isTextTuple(2))
  const rows = await listOwnFeedback(app.storage.read, {
    identityId: call.caller.identityId,
    after: page.after,
    limit: page.limit + 1,
  })
  const { items, next_cursor } = page.close(rows, (row) => [row.received_at, row.feedback_id])
  const receipts: Receipt[] = []
  for (const row of items) receipts.push(receiptOf(row, await outcomeOf(app, call.caller, row)))
  return ok({ items: receipts, next_cursor })
}

type Listed = Awaited<ReturnType<typeof listOwnFeedback>>[number]

/** What became of it, as long as the reporter may read the target: what happens in a hidden topic stays there. */
async function outcomeOf(app: App, caller: Caller, row: Listed): Promise<Outcome> {
  if ((await seeTopic(app.storage.read, caller, row.topic_id)) === null)
    return { state: null, fixed_hashes: [] }
  const state = row.resolution_state as Outcome['state']
  if (row.resolution_hash === null) return { state, fixed_hashes: [] }
  const { fixed_hashes } = await readRecord(app, row.resolution_hash)
  return { state, fixed_hashes: Array.isArray(fixed_hashes) ? fixed_hashes.map(String) : [] }
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
