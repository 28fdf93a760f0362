import { Hash, optional, strictObject, TopicSlug, text, Uuid } from '../fields.ts'
import { FIELD_LIMITS } from '../limits.ts'
import { INVITED, operation, withScope } from '../operation.ts'
import { Type } from '../schema.ts'
import { page, pageQuery, topicFilter } from '../schemas/page.ts'
import { Lease, prerequisites, Task, TaskKind, TaskState, taskText } from '../schemas/tasks.ts'

const generation = Type.Integer({ minimum: 1 })

const onTask = { tag: 'editorial', params: { id: 'task' } } as const
const byHolder = { ...onTask, method: 'POST', access: withScope('propose', 'review'), status: 200 } as const

/** Tasks and their leases. */
export const tasks = {
  openTask: operation({
    id: 'openTask',
    method: 'POST',
    path: '/api/v1/tasks',
    tag: 'editorial',
    summary: 'Open a research task',
    access: withScope('curate'),
    names: { key: 'topic_id', resource: 'topic' },
    body: strictObject({
      topic_id: TopicSlug,
      ...taskText,
      prerequisites,
      suggestion_id: optional(Uuid),
    }),
    status: 201,
    answer: Task,
  }),
  listTasks: operation({
    id: 'listTasks',
    method: 'GET',
    path: '/api/v1/tasks',
    tag: 'editorial',
    summary: 'List tasks, newest first',
    access: INVITED,
    query: strictObject({
      ...topicFilter,
      kind: Type.Optional(TaskKind),
      state: Type.Optional(TaskState),
      claimable: Type.Optional(
        Type.Boolean({ description: 'Only those that the caller can claim now; false: only the others.' }),
      ),
      ...pageQuery,
    }),
    status: 200,
    answer: page('TaskPage', Task),
  }),
  getTask: operation({
    ...onTask,
    id: 'getTask',
    method: 'GET',
    path: '/api/v1/tasks/{id}',
    summary: 'Read a task',
    access: INVITED,
    status: 200,
    answer: Task,
  }),
  defineTask: operation({
    ...onTask,
    id: 'defineTask',
    method: 'POST',
    path: '/api/v1/tasks/{id}/definition',
    summary: 'Give a task a new text',
    access: withScope('curate'),
    body: strictObject({ expected_definition_hash: Hash, ...taskText }),
    status: 201,
    answer: Task,
    problems: ['compare_and_set_mismatch', 'invalid_state'],
  }),
  cancelTask: operation({
    ...onTask,
    id: 'cancelTask',
    method: 'POST',
    path: '/api/v1/tasks/{id}/cancel',
    summary: 'Close a task without a result',
    access: withScope('curate'),
    body: strictObject({ reason: text(FIELD_LIMITS.reasonCharacters) }),
    status: 200,
    answer: Task,
    problems: ['invalid_state'],
  }),
  claimTask: operation({
    ...byHolder,
    id: 'claimTask',
    path: '/api/v1/tasks/{id}/claim',
    summary: 'Lease a task; the generation that is answered goes with everything that the holder does',
    body: strictObject({}),
    answer: Lease,
    problems: ['not_claimable'],
  }),
  renewLease: operation({
    ...byHolder,
    id: 'renewLease',
    path: '/api/v1/tasks/{id}/heartbeat',
    summary: 'Renew a lease before it is over',
    body: strictObject({ generation }),
    answer: Lease,
    problems: ['lease_lost'],
  }),
  releaseTask: operation({
    ...byHolder,
    id: 'releaseTask',
    path: '/api/v1/tasks/{id}/release',
    summary: 'Give a leased task back',
    body: strictObject({ generation }),
    answer: Task,
    problems: ['lease_lost'],
  }),
  completeTask: operation({
    ...byHolder,
    id: 'completeTask',
    path: '/api/v1/tasks/{id}/complete',
    summary: 'Complete a leased task with the proposal that was submitted for it under this generation',
    body: strictObject({ generation, artifact_hash: Hash }),
    answer: Task,
    problems: ['lease_lost', 'invalid_state'],
  }),
} as const
