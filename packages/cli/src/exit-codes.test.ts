import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ColophonProblem, EdgeDenied, ObjectAltered, Unreachable } from '@colophon/client'
import { FolderRefused } from '@colophon/client/node/mirror'
import { LogRefused } from '@colophon/log'
import { CommandRefused } from './commands/command.ts'
import { exitCodeOf, failureLine } from './exit-codes.ts'

const PROBLEM = {
  type: 'https://press.example/problems/not_found',
  title: 'Not found',
  status: 404,
  code: 'not_found' as const,
  detail: 'There is no such entry.',
  retryable: false,
  request_id: 'r',
  instance: '/api/v1/entries',
  errors: null,
  quota: null,
  limit: null,
  resets_at: null,
}
const DENIAL = { method: 'GET', path: '/api/v1/topics', edgeRequestId: null, at: 'now', library: 'test' }

for (const [error, code] of [
  [new CommandRefused('wrong'), 2],
  [new FolderRefused('/tmp is no mirror'), 2],
  [new ColophonProblem(PROBLEM), 3],
  [new EdgeDenied({ ...DENIAL, status: 403 }), 4],
  [new Unreachable('GET /: no answer', null), 4],
  [new ObjectAltered('a', 'b'), 5],
  [new LogRefused('not signed'), 5],
  [new Error('ENOSPC: no space left on device'), 1],
] as const)
  test(`a command that ends with ${error.name} (${error.message}) exits with ${code}`, () => {
    assert.equal(exitCodeOf(error), code)
  })

test('an address that was not reached is one line with the reason', () => {
  const failed = (code: string) =>
    new Unreachable(
      'no answer',
      new TypeError('fetch failed', { cause: Object.assign(new Error('a\nb'), { code }) }),
    )
  assert.equal(failureLine(failed('ECONNREFUSED')), 'no answer: nothing listens there (ECONNREFUSED)')
  assert.match(failureLine(failed('DEPTH_ZERO_SELF_SIGNED_CERT')), /its certificate is not valid/)
  assert.match(failureLine(failed('ENOTFOUND')), /its name is not known/)
  assert.equal(failureLine(failed('WHATEVER')), 'no answer')
})

for (const [message, advice] of [
  ['ENOSPC: no space left on device, write', /write: make room on that disk/],
  ['COLOPHON_DATABASE_URL cannot be opened: database or disk is full', /full: make room on that disk/],
  ["EROFS: read-only file system, open '/a'", /'\/a': choose a folder that can be written$/],
  ["EACCES: permission denied, mkdir '/a'", /this user may read and write$/],
] as const)
  test(`what this machine lacks is said with what to do: ${message}`, () => {
    assert.match(failureLine(new Error(message)), advice)
  })

test('an answer that is not from a site says so, and what to check', () => {
  assert.match(failureLine(new EdgeDenied({ ...DENIAL, status: 200 })), /not as a Colophon site .*--url$/)
})
