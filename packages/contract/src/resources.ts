import { Hash, TopicSlug, Uuid } from './fields.ts'
import { RECOVERY_LIMITS } from './limits.ts'
import type { Resource } from './operation.ts'
import { type Schema, Type } from './schema.ts'

/** The form of a path parameter follows from what it names. */
export const RESOURCE_FORMS: Record<Resource, Schema> = {
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
  log_level: Type.String({
    pattern: '^(entries|[0-9]|[1-5][0-9]|6[0-3])$',
    description: 'A level of the tree, or `entries`.',
  }),
  log_tile: Type.String({
    pattern:
      '^(x(?!000)[0-9]{3}/(x[0-9]{3}/){0,3})?[0-9]{3}(\\.p/([1-9]|[1-9][0-9]|1[0-9]{2}|2[0-4][0-9]|25[0-5]))?$',
    description:
      'The index of the tile in groups of three digits, all but the last with an `x` before them, and for a partial tile its width: `x001/x234/067.p/8`.',
  }),
}
