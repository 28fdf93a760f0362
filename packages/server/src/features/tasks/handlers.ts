import { audit } from '../../catalog/audit.ts'
import type { Handler } from '../../catalog/handler.ts'
import { isTextTuple, openPage } from '../../catalog/pages.ts'
import { findProposal } from '../../catalog/records.ts'
import { openResearch, requirePrerequisites } from '../../catalog/research.ts'
import {
  completeTaskRow as closeWith,
  holdTask,
  recordDefinition,
  releaseTaskRow as releaseMemory,
} from '../../catalog/tasks.ts'
import { findVisibleSuggestion } from '../../catalog/visibility.ts'
import { created, ok } from '../../command/call.ts'
import { command } from '../../command/command.ts'
import type { UnitOfWork } from '../../command/unit-of-work.ts'
import { requireCurator } from '../../core/authority.ts'
import { namesNothing } from '../../core/problem.ts'
import { addSeconds } from '../../core/utc-day.ts'
import {
  claimBlockers,
  decideDefinition,
  requireArtifact,
  requireClaimable,
  requireNotClosed,
} from './rules.ts'
import { cancelTaskRow, knowTask, leaseTask, listTaskRows, renewLeaseRow, setTaskText } from './store.ts'
import { viewTask, viewTasks } from './view.ts'

export const listTasks: Handler<'listTasks'> = async (app, call) => {
  const page = openPage(app, call, isTextTuple(2))
  const db = app.storage.read
  const now = await app.ambient.clock(db)
  const { topic, kind, state, claimable } = call.query
  const asked = { caller: call.caller, now, topic, kind, state, claimable }
  const rows = await listTaskRows(db, { ...asked, ...page.asked })
  const { items, next_cursor } = page.close(rows, (row) => [row.created_at, row.task_id])
  return ok({ items: await viewTasks(db, items, { caller: call.caller, now }), next_cursor })
}

export const getTask: Handler<'getTask'> = async (app, call) => {
  const db = app.storage.read
  const { task } = await call.resolveResources(db)
  return ok(await viewTask(db, task.task_id, { caller: call.caller, now: await app.ambient.clock(db) }))
}

async function currentView(unit: UnitOfWork, taskId: string) {
  return viewTask(unit.tx, taskId, { caller: unit.caller, now: await unit.clock() })
}

export const openTask: Handler<'openTask'> = (app, call) =>
  command(app, call, async (unit) => {
    const { topic_id: topicId, title, brief } = call.body
    const prerequisites = call.body.prerequisites ?? []
    const suggestionId = call.body.suggestion_id ?? null
    await requirePrerequisites(unit, { topicId, prerequisites }, '/prerequisites')
    await requireSuggestion(unit, topicId, suggestionId)
    requireCurator(call.caller, topicId)
    const task = await openResearch(unit, { topicId, title, brief, prerequisites, suggestionId })
    await audit(unit, { action: 'openTask', target: task.task_id, topicId })
    return created(await currentView(unit, task.task_id))
  })

async function requireSuggestion(unit: UnitOfWork, topicId: string, id: string | null): Promise<void> {
  const suggestion = id === null ? null : await findVisibleSuggestion(unit.tx, unit.caller, id)
  if (id !== null && suggestion?.topic_id !== topicId) throw namesNothing('/suggestion_id')
}

export const defineTask: Handler<'defineTask'> = (app, call) =>
  command(app, call, async (unit, { task }) => {
    requireCurator(call.caller, task.topic_id)
    const { title, brief, previous_hash: previous } = decideDefinition(task, call.body)
    const { task_id: taskId, topic_id: topicId } = task
    const definitionHash = await recordDefinition(unit, { taskId, topicId, title, brief, previous })
    await setTaskText(unit.tx, task.task_id, { definition_hash: definitionHash, title, brief })
    await audit(unit, { action: 'defineTask', target: task.task_id, topicId: task.topic_id })
    return created(await currentView(unit, task.task_id))
  })

export const cancelTask: Handler<'cancelTask'> = (app, call) =>
  command(app, call, async (unit, { task }) => {
    requireCurator(call.caller, task.topic_id)
    requireNotClosed(task)
    await cancelTaskRow(unit.tx, task.task_id, unit.now)
    const { reason } = call.body
    await audit(unit, { action: 'cancelTask', target: task.task_id, topicId: task.topic_id, reason })
    return ok(await currentView(unit, task.task_id))
  })

export const claimTask: Handler<'claimTask'> = (app, call) =>
  command(app, call, async (unit, { task }) => {
    const now = await unit.clock()
    const holder = call.caller.identityId
    const known = await knowTask(unit.tx, task.task_id, { identityId: holder, now })
    const isPending = known.is_pending === 1
    const isConflicted = known.is_conflicted === 1
    requireClaimable(claimBlockers(known, call.caller, { isPending, isConflicted, now }))
    const until = addSeconds(now, app.settings.leaseSeconds)
    const generation = await leaseTask(unit.tx, known, { holder, until })
    return ok({ task_id: task.task_id, generation, lease_until: until })
  })

export const renewLease: Handler<'renewLease'> = (app, call) =>
  command(app, call, async (unit, { task }) => {
    const { generation } = call.body
    await holdTask(unit, task, generation)
    const until = addSeconds(await unit.clock(), app.settings.leaseSeconds)
    await renewLeaseRow(unit.tx, task.task_id, until)
    return ok({ task_id: task.task_id, generation, lease_until: until })
  })

export const releaseTask: Handler<'releaseTask'> = (app, call) =>
  command(app, call, async (unit, { task }) => {
    await holdTask(unit, task, call.body.generation)
    await releaseMemory(unit, task)
    return ok(await currentView(unit, task.task_id))
  })

export const completeTask: Handler<'completeTask'> = (app, call) =>
  command(app, call, async (unit, { task }) => {
    const { generation, artifact_hash } = call.body
    const proposal = requireArtifact(await findProposal(unit.tx, { id: artifact_hash }), {
      task,
      caller: call.caller,
      generation,
    })
    await holdTask(unit, task, generation)
    await closeWith(unit, task, proposal.proposal_hash)
    return ok(await currentView(unit, task.task_id))
  })
