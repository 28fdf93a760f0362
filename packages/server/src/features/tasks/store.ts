import { isOver, membersOf } from '@colophon/contract'
import { type Expression, type ExpressionBuilder, expressionBuilder, type SqlBool, sql } from 'kysely'
import { listRanges, type RowPageParams } from '../../catalog/pages.ts'
import { grantedTopicIds } from '../../catalog/topics.ts'
import { type Caller, hasScope } from '../../core/authority.ts'
import { rangesOf } from '../../storage/first-of-ranges.ts'
import { preparedQuery } from '../../storage/portable.ts'
import type { TaskRow } from '../../storage/rows/curation.ts'
import type { Db, Tx } from '../../storage/storage.ts'
import type { Tables } from '../../storage/tables.ts'

/** A task with what decides whether the caller can claim it; the flags are 0 or 1. */
export interface TaskWithState extends TaskRow {
  is_pending: number
  is_conflicted: number
}

type Builder = ExpressionBuilder<Tables, 'tasks'>

/** Some prerequisite is not completed. */
function isPending(eb: Builder): Expression<SqlBool> {
  return eb.exists(
    eb
      .selectFrom('task_prerequisites')
      .innerJoin('tasks as earlier', 'earlier.task_id', 'task_prerequisites.prerequisite_id')
      .select('earlier.task_id')
      .whereRef('task_prerequisites.task_id', '=', 'tasks.task_id')
      .where('earlier.state', '<>', 'completed'),
  )
}

interface Asker {
  identityId: string
  now: string
}

/** A reviewer is neither author nor finalizer of the candidate, and holds one focus of a plan. */
function isConflicted(eb: Builder, { identityId, now }: Asker): Expression<SqlBool> {
  const ownCandidate = eb
    .selectFrom('candidates')
    .select('candidates.candidate_hash')
    .whereRef('candidates.candidate_hash', '=', 'tasks.candidate_hash')
    .where((own) => own.or([own('author_id', '=', identityId), own('finalizer_id', '=', identityId)]))
  const otherFocus = eb
    .selectFrom('tasks as other')
    .select('other.task_id')
    .whereRef('other.candidate_hash', '=', 'tasks.candidate_hash')
    .whereRef('other.task_id', '<>', 'tasks.task_id')
    .where('other.holder_id', '=', identityId)
    .where((held) =>
      held.or([
        held('other.state', '=', 'completed'),
        held.and([held('other.state', '=', 'leased'), held('other.lease_until', '>', now)]),
      ]),
    )
  return eb.or([eb.exists(ownCandidate), eb.exists(otherFocus)])
}

function isOpen(eb: Builder, now: string): Expression<SqlBool> {
  return eb.or([
    eb('tasks.state', '=', 'open'),
    eb.and([eb('tasks.state', '=', 'leased'), eb('tasks.lease_until', '<=', now)]),
  ])
}

/** The kinds of work that the caller's scopes and grants cover, as `mayWorkOn` has it. */
function isCovered(eb: Builder, caller: Caller): Expression<SqlBool> {
  const reviewed = caller.reviewGrants
  return eb.or([
    ...(hasScope(caller, 'propose') ? [eb('tasks.kind', '<>', 'review')] : []),
    ...(hasScope(caller, 'review') && reviewed === null ? [eb('tasks.kind', '=', 'review')] : []),
    ...(hasScope(caller, 'review') && reviewed !== null && reviewed.length > 0
      ? [eb.and([eb('tasks.kind', '=', 'review'), eb('tasks.topic_id', 'in', reviewed)])]
      : []),
  ])
}

function flag(eb: Builder, condition: Expression<SqlBool>) {
  return eb.case().when(condition).then(sql.lit(1)).else(sql.lit(0)).end()
}

function claimFlags(eb: Builder, asker: Asker) {
  return [
    flag(eb, isPending(eb)).as('is_pending'),
    flag(eb, isConflicted(eb, asker)).as('is_conflicted'),
  ] as const
}

/** A task as the caller would claim it at this time. */
export async function knowTask(db: Db, taskId: string, asker: Asker): Promise<TaskWithState> {
  return db
    .selectFrom('tasks')
    .selectAll('tasks')
    .select((eb) => [...claimFlags(eb, asker)])
    .where('tasks.task_id', '=', taskId)
    .executeTakeFirstOrThrow()
}

interface TaskListParams extends RowPageParams<string[]> {
  caller: Caller
  now: string
  topic: string | undefined
  kind: TaskRow['kind'] | undefined
  state: TaskRow['state'] | undefined
  claimable: boolean | undefined
}

/** Tasks of the topics that the caller has a grant for, newest first. */
export async function listTaskRows(db: Db, asked: TaskListParams): Promise<TaskWithState[]> {
  const { caller, now, kind, state, claimable } = asked
  const topics = await grantedTopicIds(db, caller, asked.topic)
  const eb = expressionBuilder<Tables, 'tasks'>()
  const asker = { identityId: caller.identityId, now }
  const states =
    state === undefined ? STATES.filter((one) => claimable !== true || !isOver(one)) : STORED_AS[state]
  const kinds = kind === undefined ? KINDS : [kind]
  const conditions = [
    ...(state === undefined ? [] : [isInState(eb, state, now)]),
    ...(claimable === undefined ? [] : [isClaimable(eb, { caller, asker, wanted: claimable })]),
  ]
  const where = conditions.length === 0 ? undefined : eb.and(conditions)
  const isEverything = kinds.length === KINDS.length && states.length === STATES.length
  const rows = isEverything
    ? await listRanges(db, { ...BY_TOPIC, where }, { ...asked, ranges: rangesOf(topics) })
    : await listRanges(db, { ...BY_STATE, where }, { ...asked, ranges: rangesOf(topics, states, kinds) })
  return withFlags(db, rows, asker)
}

const NEWEST = { table: 'tasks', by: ['created_at', 'task_id'], from: 'newest' } as const
const BY_TOPIC = { ...NEWEST, each: ['topic_id'] } as const
const BY_STATE = { ...NEWEST, each: ['topic_id', 'state', 'kind'] } as const

const STATES = membersOf<TaskRow['state']>({ open: true, leased: true, completed: true, cancelled: true })
const KINDS = membersOf<TaskRow['kind']>({ research: true, review: true, refresh: true })

/** The states of the rows that a filter may find: a lease that is over may stand there still. */
const STORED_AS: Readonly<Record<TaskRow['state'], readonly TaskRow['state'][]>> = {
  open: ['open', 'leased'],
  leased: ['leased'],
  completed: ['completed'],
  cancelled: ['cancelled'],
}

function isClaimable(
  eb: Builder,
  { caller, asker, wanted }: { caller: Caller; asker: Asker; wanted: boolean },
): Expression<SqlBool> {
  const blocked = eb.or([isPending(eb), isConflicted(eb, asker)])
  const claimable = eb.and([isOpen(eb, asker.now), isCovered(eb, caller), eb.not(blocked)])
  return wanted ? claimable : eb.not(claimable)
}

/** The flags of a page of tasks, in its order. */
async function withFlags(db: Db, rows: readonly TaskRow[], asker: Asker): Promise<TaskWithState[]> {
  if (rows.length === 0) return []
  const flags = await db
    .selectFrom('tasks')
    .select((eb) => ['tasks.task_id', ...claimFlags(eb, asker)])
    .where(
      'tasks.task_id',
      'in',
      rows.map(({ task_id }) => task_id),
    )
    .execute()
  const byId = new Map(flags.map((one) => [one.task_id, one]))
  return rows.map((row) => ({ is_pending: 0, is_conflicted: 0, ...row, ...byId.get(row.task_id) }))
}

/** A task whose lease is over is open, for the filter as for the answer. */
function isInState(eb: Builder, state: TaskRow['state'], now: string): Expression<SqlBool> {
  const inState: Record<TaskRow['state'], Expression<SqlBool>> = {
    open: isOpen(eb, now),
    leased: eb.and([eb('tasks.state', '=', 'leased'), eb('tasks.lease_until', '>', now)]),
    completed: eb('tasks.state', '=', 'completed'),
    cancelled: eb('tasks.state', '=', 'cancelled'),
  }
  return inState[state]
}

/** The prerequisites of some tasks, each in the order in which it was given them. */
export async function listPrerequisites(db: Db, taskIds: readonly string[]): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>(taskIds.map((id) => [id, []]))
  if (taskIds.length === 0) return found
  const rows = await db
    .selectFrom('task_prerequisites')
    .selectAll()
    .where('task_id', 'in', taskIds)
    .orderBy('position')
    .execute()
  for (const row of rows) found.get(row.task_id)?.push(row.prerequisite_id)
  return found
}

const lease = preparedQuery<{ id: string; from: number; to: number; holder: string; until: string }>()(
  (db, p) =>
    db
      .updateTable('tasks')
      .set({ state: 'leased', holder_id: p('holder'), generation: p('to'), lease_until: p('until') })
      .where('task_id', '=', p('id'))
      .where('generation', '=', p('from')),
)

/** Gives the task to the identity under the next generation. */
export async function leaseTask(
  tx: Tx,
  task: TaskRow,
  to: { holder: string; until: string },
): Promise<number> {
  const generation = task.generation + 1
  const { holder, until } = to
  const changed = await lease.run(tx, {
    id: task.task_id,
    from: task.generation,
    to: generation,
    holder,
    until,
  })
  if (changed !== 1) throw new Error(`task ${task.task_id} changed under its claim`)
  return generation
}

const renew = preparedQuery<{ id: string; until: string }>()((db, p) =>
  db
    .updateTable('tasks')
    .set({ lease_until: p('until') })
    .where('task_id', '=', p('id')),
)

export async function renewLeaseRow(tx: Tx, taskId: string, until: string): Promise<void> {
  await renew.run(tx, { id: taskId, until })
}

export async function cancelTaskRow(tx: Tx, taskId: string, at: string): Promise<void> {
  await tx
    .updateTable('tasks')
    .set({ state: 'cancelled', holder_id: null, lease_until: null, closed_at: at })
    .where('task_id', '=', taskId)
    .execute()
}

export async function setTaskText(
  tx: Tx,
  taskId: string,
  text: { definition_hash: string; title: string; brief: string },
): Promise<void> {
  await tx.updateTable('tasks').set(text).where('task_id', '=', taskId).execute()
}
