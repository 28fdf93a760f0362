import {
  Count,
  component,
  Hash,
  line,
  nullable,
  oneOf,
  optional,
  Timestamp,
  TopicSlug,
  text,
  Uuid,
} from '../fields.ts'
import { FIELD_LIMITS } from '../limits.ts'
import { Type } from '../schema.ts'

/** What a task asks for. */
export const TaskKind = oneOf(['research', 'refresh', 'review'])
/** Where a task stands; a lease that ran out is `open` again. */
export const TaskState = oneOf(['open', 'leased', 'completed', 'cancelled'])

/** Work that can be leased, and what the caller can do with it. */
export const Task = component('Task', {
  task_id: Uuid,
  kind: TaskKind,
  topic_id: TopicSlug,
  title: Type.String(),
  brief: Type.String(),
  /** The newest text; null for a review, whose text is its focus. */
  definition_hash: nullable(Hash),
  prerequisites: Type.Array(Uuid, { description: 'All completed before it can be claimed.' }),
  suggestion_id: nullable(Uuid),
  candidate_hash: nullable(Hash),
  entry_id: nullable(Uuid),
  /** Of a refresh: the observation to look at again. */
  content_hash: nullable(Hash),
  focus: nullable(Type.String()),
  state: TaskState,
  can_claim: Type.Boolean(),
  claim_blockers: Type.Array(oneOf(['prerequisites', 'grant', 'conflict', 'leased', 'closed'])),
  generation: Count,
  lease_until: nullable(Timestamp),
  leased_to_me: Type.Boolean(),
  /** What completed it; null also for a review that the caller may not see. */
  artifact_hash: nullable(Hash),
  created_at: Timestamp,
})

/** A task held by the caller: what it does under this generation counts until `lease_until`. */
export const Lease = component('Lease', {
  task_id: Uuid,
  generation: Type.Integer({ minimum: 1 }),
  lease_until: Timestamp,
})

/** What a curator writes to open a task. */
export const taskText = {
  title: line(FIELD_LIMITS.titleCharacters),
  brief: text(FIELD_LIMITS.briefCharacters),
}

/** Tasks that must be completed first. */
export const prerequisites = optional(
  Type.Array(Uuid, { maxItems: FIELD_LIMITS.prerequisites, uniqueItems: true }),
)
