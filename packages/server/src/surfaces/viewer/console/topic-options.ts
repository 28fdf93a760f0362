import { LIST_LIMITS } from '@colophon/contract'
import type { Door } from '../door.ts'
import type { Option } from './fields.ts'

/** The topics that the visitor can read, to choose one: as many as one page has. */
export async function topicOptions(door: Door): Promise<Option[]> {
  const { items } = await door.call('listTopics', { query: { limit: LIST_LIMITS.largestPage } })
  return items.map(({ id, title }) => ({ value: id, label: `${title} (${id})` }))
}
