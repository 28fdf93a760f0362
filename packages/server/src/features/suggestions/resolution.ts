import type { AnswerOf, Operations } from '@colophon/contract'
import { linkResolution } from '../../catalog/apply-lineage.ts'
import { audit } from '../../catalog/audit.ts'
import type { Handler } from '../../catalog/handler.ts'
import { isTextTuple, openPage } from '../../catalog/pages.ts'
import { findSuggestion } from '../../catalog/suggestions.ts'
import { created, ok } from '../../command/call.ts'
import { command } from '../../command/command.ts'
import { hasGrant, requireCurator } from '../../core/authority.ts'
import type { ResolutionRow } from '../../storage/rows/curation.ts'
import { checkFixes, checkPrimary, decideResolution } from './rules.ts'
import { activeRevisions, appendResolution, listResolutionRows } from './store.ts'

type ResolutionList = AnswerOf<Operations['listResolutions']>
type Decision = AnswerOf<Operations['resolveSuggestion']>

export const resolveSuggestion: Handler<'resolveSuggestion'> = (app, call) =>
  command(app, call, async (unit, { suggestion }) => {
    const { body, caller } = call
    requireCurator(caller, suggestion.topic_id)
    const usable = await activeRevisions(unit.tx, suggestion.topic_id, body.fixed_hashes ?? [])
    const primary = body.duplicate_of ? await findSuggestion(unit.tx, { id: body.duplicate_of }) : null
    const decision = decideResolution(suggestion, body, {
      fixed_hashes: checkFixes(body, usable),
      duplicate_of: checkPrimary(suggestion, body, primary),
    })
    const row = await appendResolution(unit, suggestion, decision)
    await linkResolution(unit.tx, row)
    await audit(unit, {
      action: 'resolveSuggestion',
      target: row.resolution_hash,
      topicId: row.topic_id,
      reason: row.reason,
    })
    return created({ suggestion_id: row.suggestion_id, ...decisionView(row) })
  })

/** Without a grant the caller is the reader whose feedback it is: what is private to curators is left out. */
export const listResolutions: Handler<'listResolutions'> = async (app, call) => {
  const { decided_suggestion: suggestion } = await call.resolveResources(app.storage.read)
  const page = openPage(app, call, isTextTuple(1))
  const rows = await listResolutionRows(app.storage.read, {
    suggestionId: suggestion.suggestion_id,
    ...page.asked,
    after: page.after?.[0] ?? null,
  })
  const { items, next_cursor } = page.close(rows, (row) => [row.resolution_hash])
  const isReporter = !hasGrant(call.caller, suggestion.topic_id)
  return ok({
    suggestion_id: suggestion.suggestion_id,
    state: suggestion.resolution_state as ResolutionList['state'],
    resolution_hash: suggestion.resolution_hash,
    items: items.map(decisionView).map((decision) => (isReporter ? publicPart(decision) : decision)),
    next_cursor,
  })
}

function decisionView(row: ResolutionRow): Omit<Decision, 'suggestion_id'> {
  return {
    resolution_hash: row.resolution_hash,
    previous_hash: row.previous_hash,
    state: row.state as Decision['state'],
    reason: row.reason,
    fixed_hashes: JSON.parse(row.fixed_hashes) as string[],
    duplicate_of: row.duplicate_of,
    decided_by: row.decided_label,
    decided_at: row.decided_at,
  }
}

function publicPart(decision: Omit<Decision, 'suggestion_id'>): ResolutionList['items'][number] {
  const { duplicate_of: _private, decided_by: _curator, ...shown } = decision
  return shown
}
