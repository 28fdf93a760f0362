import { isHeld, isReviewTask } from '@colophon/contract'
import type { UnitOfWork } from '../command/unit-of-work.ts'
import { cachedQuery } from '../storage/cached-query.ts'
import { insertRow, preparedQuery } from '../storage/portable.ts'
import type { DefinitionRow, TaskRow } from '../storage/rows/curation.ts'
import type { Db } from '../storage/storage.ts'
import { linkDefinition } from './apply-lineage.ts'
import { isLeased, requireLease } from './lease-rules.ts'
import { addRecord } from './objects.ts'

const byId = preparedQuery<{ id: string }>()((db, p) =>
  db.selectFrom('tasks').selectAll().where('task_id', '=', p('id')),
)

export const findTask: (db: Db, key: { id: string }) => Promise<TaskRow | null> = cachedQuery(byId)

const insertTask = insertRow('tasks', {
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

const insertPrerequisite = insertRow('task_prerequisites', {
  task_id: true,
  prerequisite_id: true,
  position: true,
})

const insertDefinition = insertRow('definitions', {
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
    | { kind: 'refresh'; entryId: string; contentHash: string; prerequisites?: never }
    | { kind: 'review'; candidateHash: string; focus: string; prerequisites?: never }
  )

type Subject = Pick<TaskRow, 'suggestion_id' | 'candidate_hash' | 'focus' | 'entry_id' | 'content_hash'>
const NO_SUBJECT: Subject = {
  suggestion_id: null,
  candidate_hash: null,
  focus: null,
  entry_id: null,
  content_hash: null,
}
const SUBJECTS: { [K in TaskRow['kind']]: (made: Extract<NewTask, { kind: K }>) => Partial<Subject> } = {
  research: ({ suggestionId }) => ({ suggestion_id: suggestionId ?? null }),
  refresh: ({ entryId, contentHash }) => ({ entry_id: entryId, content_hash: contentHash }),
  review: ({ candidateHash, focus }) => ({ candidate_hash: candidateHash, focus }),
}

function subjectOf<K extends TaskRow['kind']>(made: Extract<NewTask, { kind: K }>): Subject {
  return { ...NO_SUBJECT, ...SUBJECTS[made.kind as K](made) }
}

/** Opens a task; the text of one that ends with a proposal is the first of its chain of definitions. */
export async function openTaskRow(unit: UnitOfWork, made: NewTask): Promise<TaskRow> {
  const { kind, topicId, title, brief } = made
  const taskId = unit.newId()
  const text = { taskId, topicId, title, brief, previous: null }
  const definitionHash = isReviewTask(kind) ? null : await recordDefinition(unit, text)
  const row: TaskRow = {
    task_id: taskId,
    kind,
    topic_id: topicId,
    title,
    brief,
    definition_hash: definitionHash,
    ...subjectOf(made),
    state: 'open',
    holder_id: null,
    generation: 0,
    lease_until: null,
    artifact_hash: null,
    closed_at: null,
    created_at: unit.now,
    created_by: unit.caller.identityId,
  }
  await insertTask(unit.tx, row)
  for (const [position, id] of (made.prerequisites ?? []).entries())
    await insertPrerequisite(unit.tx, { task_id: taskId, prerequisite_id: id, position })
  return row
}

interface NewDefinition extends TaskText {
  taskId: string
  previous: string | null
}

/** Appends to the chain of a task's texts. */
export async function recordDefinition(unit: UnitOfWork, made: NewDefinition): Promise<string> {
  const fields = {
    task_id: made.taskId,
    previous_hash: made.previous,
    title: made.title,
    brief: made.brief,
    created_at: unit.now,
  }
  const definitionHash = await addRecord(unit, {
    kind: 'definition',
    topicId: made.topicId,
    entryId: null,
    fields: { ...fields, topic_id: made.topicId, created_by: unit.caller.label },
  })
  const row: DefinitionRow = {
    ...fields,
    definition_hash: definitionHash,
    created_by: unit.caller.identityId,
  }
  await insertDefinition(unit.tx, row)
  await linkDefinition(unit.tx, row, made.topicId)
  return definitionHash
}

/**
 * Throws unless the caller holds the task now. A lease that is over is written down as over, so that no other
 * process with another idea of the time takes it for a living one after this answer.
 */
export async function holdTask(unit: UnitOfWork, task: TaskRow, generation: number): Promise<void> {
  const now = await unit.clock()
  if (isHeld(task.state) && !isLeased(task, now))
    unit.uponRefusal.push(async (tx) => {
      await endLease.run(tx, { id: task.task_id, generation: task.generation })
    })
  requireLease(task, unit.caller, { generation, now })
}

const endLease = preparedQuery<{ id: string; generation: number }>()((db, p) =>
  db
    .updateTable('tasks')
    .set({ state: 'open', holder_id: null, lease_until: null })
    .where('task_id', '=', p('id'))
    .where('generation', '=', p('generation'))
    .where('state', '=', 'leased'),
)

/** Gives a task back; its generation stays, and the next claim has another. */
export async function releaseTaskRow(unit: UnitOfWork, task: TaskRow): Promise<void> {
  await endLease.run(unit.tx, { id: task.task_id, generation: task.generation })
}

const complete = preparedQuery<{ id: string; artifact: string; at: string }>()((db, p) =>
  db
    .updateTable('tasks')
    .set({ state: 'completed', artifact_hash: p('artifact'), lease_until: null, closed_at: p('at') })
    .where('task_id', '=', p('id')),
)

/** Closes a task that the caller holds, with what came of it. */
export async function completeTaskRow(unit: UnitOfWork, task: TaskRow, artifactHash: string): Promise<void> {
  await complete.run(unit.tx, { id: task.task_id, artifact: artifactHash, at: unit.now })
}
