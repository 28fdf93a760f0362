import { component, nullable, TopicSlug } from '../fields.ts'
import { LIST_LIMITS } from '../limits.ts'
import { type Schema, Type } from '../schema.ts'

/** A page of a list. */
export function page<S extends Schema>(title: string, item: S) {
  return component(title, {
    items: Type.Array(item),
    next_cursor: nullable(Type.String({ description: 'Follow unchanged; null at the end.' })),
  })
}

/** The two parameters of every list, beside its filters. */
export const pageQuery = {
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: LIST_LIMITS.largestPage, default: LIST_LIMITS.defaultPage }),
  ),
  // Without a form: whatever is no cursor of ours is `invalid_cursor`.
  cursor: Type.Optional(Type.String({ description: '`next_cursor` of the page before.' })),
}

/** A filter that names a topic; one that is not readable gives an empty list. */
export const topicFilter = { topic: Type.Optional(TopicSlug) }
