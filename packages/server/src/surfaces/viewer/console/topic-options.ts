import { LIST_LIMITS } from '@colophon/contract'
import type { Door } from '../door.ts'
import { allItems } from '../parts/all-items.ts'
import type { Option } from './fields.ts'

/** The topics that the visitor can read, to choose one. */
export async function topicOptions(door: Door): Promise<Option[]> {
  const topics = await allItems((cursor) =>
    door.call('listTopics', { query: { limit: LIST_LIMITS.largestPage, cursor } }),
  )
  return topics.map(({ id, title }) => ({ value: id, label: `${title} (${id})` }))
}
