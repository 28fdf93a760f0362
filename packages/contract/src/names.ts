import { FIELD_LIMITS } from './limits.ts'

/** The forms of what things are named by, as JSON Schema has patterns. */
export const NAME_PATTERNS = {
  /** SHA-256, in lower case. */
  hash: '^[0-9a-f]{64}$',
  uuid: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$',
  topicSlug: '^[a-z0-9]+(-[a-z0-9]+)*$',
  entryPath: '^/[a-z0-9]+(-[a-z0-9]+)*(/[a-z0-9][a-z0-9._-]*)+$',
} as const

const HASH = new RegExp(NAME_PATTERNS.hash)
const UUID = new RegExp(NAME_PATTERNS.uuid)
const TOPIC_SLUG = new RegExp(NAME_PATTERNS.topicSlug)
const ENTRY_PATH = new RegExp(NAME_PATTERNS.entryPath)

/** 64 lowercase hexadecimal digits. */
export function isHash(value: unknown): boolean {
  return typeof value === 'string' && HASH.test(value)
}

/** A UUID of any version, in lower case. */
export function isUuid(text: string): boolean {
  return UUID.test(text)
}

/** Lowercase words joined by single hyphens. */
export function isTopicSlug(text: string): boolean {
  return text.length <= FIELD_LIMITS.topicSlugCharacters && TOPIC_SLUG.test(text)
}

/** `/<topic>/<name>`, of any length. */
export function isEntryPath(text: string): boolean {
  return ENTRY_PATH.test(text)
}
