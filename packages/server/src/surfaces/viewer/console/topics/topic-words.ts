import type { Option } from '../fields.ts'

export const VISIBILITIES: readonly Option[] = [
  { value: 'public', label: 'Public' },
  { value: 'invited', label: 'Invited' },
]

export function topicAddress(id: string): string {
  return `/console/topics/${id}`
}
