import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { OPERATIONS, type Operation, type Resource } from '@colophon/contract'

/** Every operation of the contract; a walk over nothing must not look like a good one. */
export function everyOperation(): Operation[] {
  const operations: Operation[] = Object.values(OPERATIONS)
  assert.ok(operations.length >= 20, 'the contract has its operations')
  return operations
}

/** The path of an operation, naming things of the right form that nobody has. */
export function unknownPath(operation: Operation): string {
  return operation.path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
    const resource = operation.params?.[name]
    assert.ok(resource, `${operation.id} declares {${name}}`)
    return unknownName(resource)
  })
}

/** A name of the right form that nothing has. */
export function unknownName(resource: Resource): string {
  if (resource === 'topic') return 'no-such-topic'
  if (resource === 'recovered_table') return 'no_such_table'
  return HASHED.has(resource) ? randomBytes(32).toString('hex') : randomUUID()
}

const HASHED = new Set<Resource>([
  'object',
  'base',
  'compared',
  'revision',
  'proposal',
  'candidate',
  'catalogued',
  'brought',
])
