import { FIELD_LIMITS } from './limits.ts'
import { NAME_PATTERNS } from './names.ts'
import { type Schema, type Static, Type } from './schema.ts'

/** The schema or null, as the specification wants it for a field that does not apply. */
export function nullable<S extends Schema>(schema: S) {
  const plain = { ...schema } as Record<string, unknown>
  if (typeof plain.type === 'string' && plain.title === undefined && plain.enum === undefined)
    return Type.Unsafe<Static<S> | null>({ ...plain, type: [plain.type, 'null'] })
  return Type.Unsafe<Static<S> | null>({ anyOf: [schema, { type: 'null' }] })
}

/** A request field for which null and left out mean the same. */
export function optional<S extends Schema>(schema: S) {
  return Type.Optional(nullable(schema))
}

/** An object of a request: other keys are refused. */
export function strictObject<P extends Record<string, Schema>>(properties: P) {
  return Type.Object(properties, { additionalProperties: false })
}

/** A named object of an answer: it becomes a component of the OpenAPI document. */
export function component<P extends Record<string, Schema>>(title: string, properties: P) {
  return Type.Object(properties, { title })
}

/** The same values, with words of their own. */
export function explained<T>(schema: Schema<T>, description: string): Schema<T> {
  return { ...schema, description } as Schema<T>
}

/** One of a closed list of texts. */
export function oneOf<const V extends string[]>(values: [...V], description?: string) {
  return Type.Unsafe<V[number]>({ type: 'string', enum: values, ...(description ? { description } : {}) })
}

/** One line of text with something in it. */
export function line(maxLength: number, description?: string) {
  return Type.String({
    minLength: 1,
    maxLength,
    format: 'clean-line',
    ...(description ? { description } : {}),
  })
}

/** Text of several lines with something in it. */
export function text(maxLength: number, description?: string) {
  return Type.String({
    minLength: 1,
    maxLength,
    format: 'clean-text',
    ...(description ? { description } : {}),
  })
}

/** The name of an object: the SHA-256 of its bytes. */
export const Hash = Type.String({
  pattern: NAME_PATTERNS.hash,
  description: 'SHA-256 of the bytes, 64 lowercase hexadecimal characters.',
})
/** The id of what is not named by a hash. */
export const Uuid = Type.String({
  pattern: NAME_PATTERNS.uuid,
  description: 'UUID, lowercase.',
})
/** An instant in an answer. */
export const Timestamp = Type.String({
  format: 'date-time',
  description: 'ISO 8601 in UTC with milliseconds: `2026-01-31T09:30:00.000Z`.',
})
/** An instant in a request: ISO 8601 in UTC, the fraction may be left out. */
export const Instant = Type.String({
  format: 'utc-instant',
  maxLength: FIELD_LIMITS.instantCharacters,
  description: 'ISO 8601 in UTC, ending in Z.',
})
/** The name of a topic, as paths have it. */
export const TopicSlug = Type.String({
  pattern: NAME_PATTERNS.topicSlug,
  maxLength: FIELD_LIMITS.topicSlugCharacters,
  description: 'Topic slug.',
})
/** The path of an entry, which people read and type. */
export const EntryPath = Type.String({
  pattern: NAME_PATTERNS.entryPath,
  maxLength: FIELD_LIMITS.pathCharacters,
  description: 'Human path: `/<topic>/<name>`.',
})

/** A number of things, or a size. */
export const Count = Type.Integer({ minimum: 0 })
/** Who reads a topic: everyone, or those with a grant. */
export const Visibility = oneOf(['public', 'invited'])
/** What the articles of a topic are, beside articles. */
export const TopicProfile = oneOf(['skills'])
/** How a revision came to be published. */
export const Mode = oneOf(['reviewed', 'direct', 'admin_override'])
/** An article, or an observation of one moment. */
export const DocumentKind = oneOf(['article', 'observation'])
/** Whether a published revision still stands. */
export const RetirementState = oneOf(['active', 'retired'])
/** What a token permits. */
export const Scope = oneOf(['read', 'propose', 'publish_direct', 'review', 'curate', 'admin'])
/** A role that a token is issued with: see `PRESETS`. */
export const Preset = oneOf(['contributor', 'trusted_author', 'reviewer', 'curator', 'administrator'])
/** How an identity came in: by registering itself, or by invitation. */
export const Enrollment = oneOf(['public', 'invited'])
/** What a reader says of a revision that it used. */
export const SignalValue = oneOf(['up', 'down'])

/** Whether a revision may still be relied on. */
export const Freshness = nullable(
  oneOf(
    ['fresh', 'due', 'challenged'],
    '`due`: `refresh_after` of a current observation has passed, or a row of the evidence has expired. `challenged`: a row of the evidence was challenged, or an accepted suggestion about it is open. null: nothing is known.',
  ),
)
