import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isTopicSlug, topicOfPath } from './paths.ts'

test('a topic slug is lowercase words joined by single hyphens', () => {
  for (const slug of ['a', '7z', 'rust-rfcs', 'a1-b2-c3', 'x'.repeat(64)]) assert.ok(isTopicSlug(slug), slug)
  const wrong = [
    '',
    '-',
    'a-',
    '-a',
    'a--b',
    'A',
    'a_b',
    'a.b',
    'a/b',
    'a b',
    'é',
    '\u0430',
    'a\n',
    'x'.repeat(65),
  ]
  for (const slug of wrong) assert.equal(isTopicSlug(slug), false, slug)
})

test('the topic of a path is its first name', () => {
  assert.equal(topicOfPath('/rust-rfcs/a/b'), 'rust-rfcs')
})
