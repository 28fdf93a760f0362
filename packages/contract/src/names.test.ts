import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isEntryPath, isHash, isTopicSlug, isUuid } from './names.ts'

test('only 64 lowercase ASCII hexadecimal digits are a hash', () => {
  const hash = 'a1'.repeat(32)
  assert.ok(isHash(hash))
  const wrong = [
    '',
    hash.slice(1),
    `${hash}0`,
    hash.toUpperCase(),
    `${hash}\n`,
    ` ${hash}`,
    `g${hash.slice(1)}`,
    `${hash.slice(1)}\uff11`,
    null,
    7,
    [hash],
  ]
  for (const value of wrong) assert.equal(isHash(value), false, String(value))
})

test('a UUID has five groups of lowercase hexadecimal digits', () => {
  const uuid = '01234567-89ab-4cde-8f01-23456789abcd'
  assert.ok(isUuid(uuid))
  for (const text of ['', uuid.toUpperCase(), `${uuid}\n`, `{${uuid}}`, uuid.replaceAll('-', '')])
    assert.equal(isUuid(text), false, text)
})

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

test('a path is a topic and names that begin with a letter or a digit', () => {
  for (const path of ['/tools/a', '/tools/a.b_c-d/e', '/7z/7']) assert.ok(isEntryPath(path), path)
  for (const path of [
    '',
    '/',
    '/tools',
    '/tools/',
    'tools/a',
    '/Tools/a',
    '/tools/.a',
    '/tools//a',
    '/tools/a\n',
  ])
    assert.equal(isEntryPath(path), false, path)
})
