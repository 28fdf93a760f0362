import { FIELD_LIMITS } from '@colophon/contract'

const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

export function isTopicSlug(text: string): boolean {
  return text.length <= FIELD_LIMITS.topicSlugCharacters && SLUG.test(text)
}

/** The topic of a legal path. */
export function topicOfPath(path: string): string {
  return path.split('/')[1] ?? ''
}
