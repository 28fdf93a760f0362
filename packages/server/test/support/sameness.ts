import assert from 'node:assert/strict'
import type { Answer } from './answer.ts'

/** Two answers that tell a caller nothing apart: all bytes and headers but the ids of the requests. */
export function assertSame(one: Answer, other: Answer): void {
  assert.equal(one.status, other.status)
  assert.equal(anonymous(one), anonymous(other))
  assert.deepEqual(one.headerLines().filter(isTelling), other.headerLines().filter(isTelling))
}

function anonymous(answer: Answer): string {
  return answer.text.replaceAll(answer.header('x-request-id') ?? 'no id', 'ID')
}

function isTelling(line: string): boolean {
  return !/^(x-request-id|date):/.test(line)
}
