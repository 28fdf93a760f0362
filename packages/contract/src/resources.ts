import type { TSchema } from 'typebox'
import { Hash, TopicSlug, Uuid } from './fields.ts'
import { RECOVERY_LIMITS } from './limits.ts'
import type { Resource } from './operation.ts'
import { Type } from './type.ts'

/** The form of a path parameter follows from what it names. */
export const RESOURCE_FORMS: Record<Resource, TSchema> = {
  topic: TopicSlug,
  entry: Uuid,
  object: Hash,
  base: Hash,
  compared: Hash,
  revision: Hash,
  proposal: Hash,
  candidate: Hash,
  suggestion: Uuid,
  decided_suggestion: Uuid,
  task: Uuid,
  token: Uuid,
  report: Uuid,
  evidence: Uuid,
  snapshot: Uuid,
  recovered_table: Type.String({
    pattern: '^[a-z]+(_[a-z]+)*$',
    maxLength: RECOVERY_LIMITS.tableNameCharacters,
    description: 'A name of the manifest.',
  }),
  catalogued: Hash,
  brought: Hash,
  recovery_job: Uuid,
}
