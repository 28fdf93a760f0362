import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Problem } from '../core/problem.ts'
import { requireFreePath, topicOfPath } from './paths.ts'

test('the topic of a path is its first name', () => {
  assert.equal(topicOfPath('/rust-rfcs/a/b'), 'rust-rfcs')
})

test('a path is free for everybody before it is bound, and then for its entry alone', () => {
  requireFreePath(null, null)
  requireFreePath(null, 'a')
  requireFreePath({ entry_id: 'a' }, 'a')
  for (const entry of ['b', null])
    assert.throws(
      () => requireFreePath({ entry_id: 'a' }, entry),
      (error) => error instanceof Problem && error.code === 'path_taken',
    )
})
