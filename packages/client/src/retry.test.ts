import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ColophonProblem, Unreachable } from './problem.ts'
import { retryAfterOf, waitAfter } from './retry.ts'

const patience = { attempts: 5, firstWait: 200, longestWait: 30_000 }

function refusal(retryable: boolean, retryAfter: number | null) {
  const document = {
    type: 'https://press.example/problems/overloaded',
    title: 'Overloaded',
    status: 503,
    detail: 'later',
    instance: 'urn:uuid:x',
    code: 'overloaded' as const,
    request_id: 'x',
    retryable,
    errors: null,
    quota: null,
    limit: null,
    resets_at: null,
  }
  return new ColophonProblem(document, retryAfter)
}

test('waits double, with jitter below', () => {
  const lost = new Unreachable('gone', null)
  const waits = [1, 2, 3, 4].map((tried) => waitAfter(lost, tried, patience, () => 1))
  assert.deepEqual(waits, [200, 400, 800, 1600])
  assert.equal(
    waitAfter(lost, 1, patience, () => 0),
    100,
  )
})

test('the wait asked for is kept, and one that is too long is not waited', () => {
  assert.equal(waitAfter(refusal(true, 2), 1, patience), 2000)
  assert.equal(waitAfter(refusal(true, 31), 1, patience), null)
})

test('what does not pass is not tried again, and patience ends', () => {
  assert.equal(waitAfter(refusal(false, null), 1, patience), null)
  assert.equal(waitAfter(new TypeError('a mistake'), 1, patience), null)
  assert.equal(waitAfter(new Unreachable('gone', null), 5, patience), null)
})

test('Retry-After is a number of seconds or a date', () => {
  const now = Date.parse('2026-03-02T09:30:00Z')
  assert.equal(retryAfterOf('7', now), 7)
  assert.equal(retryAfterOf('Mon, 02 Mar 2026 09:30:09 GMT', now), 9)
  assert.equal(retryAfterOf('Mon, 02 Mar 2026 09:00:00 GMT', now), 0)
  assert.equal(retryAfterOf('soon', now), null)
  assert.equal(retryAfterOf(null, now), null)
})
