import type { Act } from '../command/act.ts'
import { insertion } from '../storage/insertion.ts'
import { compiled } from '../storage/portable.ts'
import type { DefinitionRow, TaskRow } from '../storage/rows/curation.ts'
import type { Db } from '../storage/storage.ts'
import { linkDefinition } from './apply-lineage.ts'
import { isLeased, requireLease } from './lease-rules.ts'
import { addRecord } from './objects.ts'

const byId = compiled<{ id: string }>()((db, p) =>
  db.selectFrom('tasks').selectAll().where('task_id', '=', p('id')),
)

export function findTask(db: Db, key: { id: string }): Promise<TaskRow | null> {
  return byId.first(db, key)
}

const insertTask = insertion('tasks', {
  task_id: true,
  kind: true,
  topic_id: true,
  title: true,
  brief: true,
  definition_hash: true,
  suggestion_id: true,
  candidate_hash: true,
  focus: true,
  entry_id: true,
  content_hash: true,
  state: true,
  holder_id: true,
  generation: true,
  lease_until: true,
  artifact_hash: true,
  closed_at: true,
  created_at: true,
  created_by: true,
})

const insertPrerequisite = insertion('task_prerequisites', {
  task_id: true,
  prerequisite_id: true,
  position: true,
})

const insertDefinition = insertion('definitions', {
  definition_hash: true,
  task_id: true,
  previous_hash: true,
  title: true,
  brief: true,
  created_at: true,
  created_by: true,
})

interface TaskText {
  topicId: string
  title: string
  brief: string
}

/** What a task of each kind is about, beside its text. */
type NewTask = TaskText &
  (
    | { kind: 'research'; prerequisites?: readonly string[]; suggestionId?: string | null }
    | { kind: 'refresh'; entryId: string; contentHash: string }
    | { kind: 'review'; candidateHash: string; focus: string }
  )

/** Opens a task; the text of one that ends with a proposal is the first of its chain of definitions. */
export async function openTask(act: Act, made: NewTask): Promise<TaskRow> {
  const { kind, topicId, title, brief } = made
  const taskId = act.newId()
  const text = { taskId, topicId, title, brief, previous: null }
  const definitionHash = kind === 'review' ? null : await recordDefinition(act, text)
  const row: TaskRow = {
    task_id: taskId,
    kind,
    topic_id: topicId,
    title,
    brief,
    definition_hash: definitionHash,
    suggestion_id: kind === 'research' ? (made.suggestionId ?? null) : null,
    candidate_hash: kind === 'review' ? made.candidateHash : null,
    focus: kind === 'review' ? made.focus : null,
    entry_id: kind === 'refresh' ? made.entryId : null,
    content_hash: kind === 'refresh' ? made.contentHash : null,
    state: 'open',
    holder_id: null,
    generation: 0,
    lease_until: null,
    artifact_hash: null,
    closed_at: null,
    created_at: act.now,
    created_by: act.caller.identityId,
  }
  await insertTask(act.tx, row)
  const prerequisites = kind === 'research' ? (made.prerequisites ?? []) : []
  for (const [position, id] of prerequisites.entries())
    await insertPrerequisite(act.tx, { task_id: taskId, prerequisite_id: id, position })
  return row
}

interface NewDefinition extends TaskText {
  taskId: string
  previous: string | null
}

/** Appends to the chain of a task's texts. */
export async function recordDefinition(act: Act, made: NewDefinition): Promise<string> {
  const fields = {
    task_id: made.taskId,
    previous_hash: made.previous,
    title: made.title,
    brief: made.brief,
    created_at: act.now,
  }
  const definitionHash = await addRecord(act, {
    kind: 'definition',
    topicId: made.topicId,
    entryId: null,
    fields: { ...fields, topic_id: made.topicId, created_by: act.caller.label },
  })
  const row: DefinitionRow = {
    ...fields,
    definition_hash: definitionHash,
    created_by: act.caller.identityId,
  }
  await insertDefinition(act.tx, row)
  await linkDefinition(act.tx, row, made.topicId)
  return definitionHash
}

/**
 * Throws unless the caller holds the task now. A lease that is over is written down as over, so that no other
 * process with another idea of the time takes it for a living one after this answer.
 */
export async function holdTask(act: Act, task: TaskRow, generation: number): Promise<void> {
  const now = await act.clock()
  if (task.state === 'leased' && !isLeased(task, now))
    act.uponRefusal.push(async (tx) => {
      await endLease.run(tx, { id: task.task_id, generation: task.generation })
    })
  requireLease(task, act.caller, { generation, now })
}

const endLease = compiled<{ id: string; generation: number }>()((db, p) =>
  db
    .updateTable('tasks')
    .set({ state: 'open', holder_id: null, lease_until: null })
    .where('task_id', '=', p('id'))
    .where('generation', '=', p('generation'))
    .where('state', '=', 'leased'),
)

/** Gives a task back; its generation stays, and the next claim has another. */
export async function releaseTask(act: Act, task: TaskRow): Promise<void> {
  await endLease.run(act.tx, { id: task.task_id, generation: task.generation })
}

const complete = compiled<{ id: string; artifact: string; at: string }>()((db, p) =>
  db
    .updateTable('tasks')
    .set({ state: 'completed', artifact_hash: p('artifact'), lease_until: null, closed_at: p('at') })
    .where('task_id', '=', p('id')),
)

/** Closes a task that the caller holds, with what came of it. */
export async function completeTask(act: Act, task: TaskRow, artifactHash: string): Promise<void> {
  await complete.run(act.tx, { id: task.task_id, artifact: artifactHash, at: act.now })
}
