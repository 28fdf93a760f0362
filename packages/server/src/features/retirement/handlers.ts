import type { AnswerOf, Operations } from '@colophon/contract'
import { applyRetirement } from '../../catalog/apply-retirement.ts'
import { audit } from '../../catalog/audit.ts'
import { findEntry } from '../../catalog/entries.ts'
import type { Handler } from '../../catalog/handler.ts'
import { isPosition, openPage } from '../../catalog/pages.ts'
import { created, ok } from '../../command/call.ts'
import { command } from '../../command/command.ts'
import { requireCurator } from '../../core/authority.ts'
import type { RetirementRow } from '../../storage/rows/editorial.ts'
import { checkReplacements, decideRetirement } from './rules.ts'
import { appendRetirement, listedHeads, listRetirementRows } from './store.ts'

type RetirementItem = AnswerOf<Operations['listRetirements']>['items'][number]

export const retireRevision: Handler<'retireRevision'> = (app, call) =>
  command(app, call, async (unit, { revision }) => {
    const { body, caller } = call
    requireCurator(caller, revision.topic_id)
    const usable = await listedHeads(unit.tx, revision.topic_id, body.replacement_hashes ?? [])
    const replacements = checkReplacements(revision, body, usable)
    const decision = decideRetirement(revision, body, replacements)
    const head = await findEntry(unit.tx, { id: revision.entry_id })
    if (head === null) throw new Error(`the published revision ${revision.sha256} has no entry`)
    const row = await appendRetirement(unit, { revision, decision, head })
    await applyRetirement(unit.tx, row, head)
    await audit(unit, {
      action: 'retireRevision',
      target: row.retirement_hash,
      topicId: row.topic_id,
      reason: row.reason,
    })
    return created({ content_hash: row.content_hash, ...retirementItem(row) })
  })

export const listRetirements: Handler<'listRetirements'> = async (app, call) => {
  const { revision } = await call.resolveResources(app.storage.read)
  const page = openPage(app, call, isPosition)
  const rows = await listRetirementRows(app.storage.read, {
    contentHash: revision.sha256,
    ...page.asked,
    after: page.after ?? 0,
  })
  const { items, next_cursor } = page.close(rows, (row) => row.position)
  return ok({
    content_hash: revision.sha256,
    state: revision.retirement_state,
    retirement_hash: revision.retirement_hash,
    items: items.map(retirementItem),
    next_cursor,
  })
}

function retirementItem(row: RetirementRow): RetirementItem {
  return {
    retirement_hash: row.retirement_hash,
    previous_hash: row.previous_hash,
    state: row.state,
    reason: row.reason,
    replacement_hashes: JSON.parse(row.replacement_hashes) as string[],
    decided_by: row.decided_label,
    decided_at: row.decided_at,
  }
}
