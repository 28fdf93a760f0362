import { KEY_LIMITS, type Operation } from '@colophon/contract'
import { shortKeyHash } from '../command/idempotency.ts'
import { type Caller, isAnonymous } from '../core/authority.ts'
import { canonicalJson } from '../core/canonical-json.ts'
import { sha256Hex } from '../core/hash.ts'
import { problem } from '../core/problem.ts'

/** The key of a POST, bare or as a quoted string; null for a GET. */
export function idempotencyKeyOf(operation: Operation, header: string | null): string | null {
  if (operation.method === 'GET') return null
  if (header === null || header === '')
    throw problem(
      'idempotency_key_required',
      'Send an Idempotency-Key with every POST: a header, or over MCP the argument idempotency_key.',
    )
  const key = /^"(.*)"$/.exec(header)?.[1] ?? header
  const isForm = /^[!-~]+$/.test(key) && key.length <= KEY_LIMITS.idempotencyKeyCharacters
  if (!isForm)
    throw problem(
      'idempotency_key_invalid',
      `The key must be 1 to ${KEY_LIMITS.idempotencyKeyCharacters} visible ASCII characters.`,
    )
  if (operation.keyForm === 'uuid4' && !UUID4.test(key))
    throw problem('idempotency_key_invalid', 'The key of this operation must be a UUIDv4.')
  return key
}

const UUID4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i

interface IdempotentInput {
  operation: Operation
  caller: Caller
  params: unknown
  query: unknown
  body: unknown
}

/** A key is its caller's own, for one method and path; an anonymous one belongs to the site. */
export function idempotencyOf(
  keyed: IdempotentInput,
  key: string | null,
): { keyHash: string; inputHash: string } | null {
  if (key === null || keyed.operation.storesNoOutcome) return null
  const { operation, caller, params, query, body } = keyed
  const owner = isAnonymous(caller) ? 'site' : caller.identityId
  return {
    keyHash: shortKeyHash(sha256Hex(canonicalJson([owner, operation.method, operation.path, params, key]))),
    inputHash: sha256Hex(canonicalJson([body, query])),
  }
}
