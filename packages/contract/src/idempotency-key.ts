import { KEY_LIMITS } from './limits.ts'
import type { Operation } from './operation.ts'

/** What an Idempotency-Key is for, wherever one is asked for. */
export const KEY_MEANING = 'A UUID of this act; the same for every retry of it.'

/** The form of the Idempotency-Key of a POST. */
export function keySchema(operation: Operation): Readonly<Record<string, unknown>> {
  return operation.keyForm === 'uuid4'
    ? { type: 'string', format: 'uuid' }
    : { type: 'string', minLength: 1, maxLength: KEY_LIMITS.idempotencyKeyCharacters }
}
