import { LIST_LIMITS } from '@colophon/contract'
import type { ConsoleVisit } from './definitions.ts'

/** The parameter, and the field of forms, that says in which list somebody is at work and where in it. */
export const PLACE = 'list'

/** The place that a page or a form came with; '' for none, and for what is too long to be one. */
export function listPlaceOf({ query, attempt }: Pick<ConsoleVisit, 'query' | 'attempt'>): string {
  return placeIn(attempt === null ? query[PLACE] : attempt.typed.first(PLACE))
}

/** What came as a place, where it can be one. */
export function placeIn(given: unknown): string {
  return typeof given === 'string' && given.length <= LIST_LIMITS.placeCharacters ? given : ''
}

/** An address that takes the place along. */
export function withPlace(address: string, place: string): string {
  if (place === '') return address
  return `${address}${address.includes('?') ? '&' : '?'}${new URLSearchParams({ [PLACE]: place })}`
}
