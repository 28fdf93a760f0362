import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rangeOf } from './range.ts'

const TAG = '"abc"'
const SIZE = 1000
const HUGE = '9'.repeat(400)

function asked(range: string | undefined, more: { method?: string; ifRange?: string } = {}) {
  const { method = 'GET', ifRange } = more
  const headers = {
    ...(range === undefined ? {} : { range }),
    ...(ifRange === undefined ? {} : { 'if-range': ifRange }),
  }
  const found = rangeOf({ method, headers }, { tag: TAG, size: SIZE })
  return typeof found === 'string' ? found : `${found.start}-${found.end}`
}

test('one range of bytes is a part, cut at the end of what there is', () => {
  const cases = {
    'bytes=0-0': '0-1',
    'bytes=0-499': '0-500',
    'bytes=500-999': '500-1000',
    'bytes=500-': '500-1000',
    'bytes=-500': '500-1000',
    'bytes=-1': '999-1000',
    'bytes=-1000': '0-1000',
    'bytes=-1001': '0-1000',
    [`bytes=-${HUGE}`]: '0-1000',
    'bytes=999-': '999-1000',
    'bytes=999-1000': '999-1000',
    [`bytes=1-${HUGE}`]: '1-1000',
    'bytes=007-008': '7-9',
    'BYTES=1-2': '1-3',
    'bytes= 1-2': '1-3',
    'bytes=1-2 ': '1-3',
    'bytes=,1-2': '1-3',
    'bytes=1-2, ,': '1-3',
  }
  for (const [range, part] of Object.entries(cases)) assert.equal(asked(range), part, range)
})

test('a range of which nothing is there is outside', () => {
  for (const range of [
    'bytes=1000-',
    'bytes=1000-1001',
    'bytes=-0',
    'bytes=-000',
    `bytes=${HUGE}-`,
    `bytes=${HUGE}-${HUGE}`,
  ])
    assert.equal(asked(range), 'outside', range)
})

test('several ranges, a malformed one and another unit are the whole', () => {
  const malformed = [
    '',
    'bytes',
    'bytes=',
    'bytes=,',
    'bytes=-',
    'bytes=--1',
    'bytes=1--2',
    'bytes=1',
    'bytes=a-b',
    'bytes=0x0-0x9',
    'bytes=1.0-2',
    'bytes=1e1-20',
    'bytes=+1-2',
    'bytes=1-+2',
    'bytes=1 -2',
    'bytes=1- 2',
    'bytes=- 5',
    'bytes 1-2',
    'bytes 1-2/1000',
    'bytes =1-2',
    'bytes:1-2',
    'bytes=1-2-3',
    'bytes=1-2/1000',
    'bytes=1-2;q=1',
    'bytes="1-2"',
    'bytes=2-1',
    `bytes=${HUGE}-1`,
    'bytes=١-٢',
    'bytes=1–2',
    'bytes=0-1,2-3',
    'bytes=0-1, -1',
    'bytes=0-1,1-0',
    'bytes=0-1, bytes=2-3',
    'bytes=0-1 2-3',
    'octets=0-1',
    'items=0-1',
    'none',
    '=0-1',
    '0-1',
  ]
  for (const range of malformed) assert.equal(asked(range), 'whole', range)
})

test('no range, HEAD, and a condition on another representation are the whole', () => {
  assert.equal(asked(undefined), 'whole')
  assert.equal(asked(undefined, { ifRange: TAG }), 'whole')
  assert.equal(asked('bytes=0-1', { method: 'HEAD' }), 'whole')
  const conditions = ['"abd"', 'W/"abc"', 'abc', '*', '"abc", "abd"', 'Mon, 02 Mar 2026 09:30:00 GMT', '']
  for (const ifRange of conditions) {
    assert.equal(asked('bytes=0-1', { ifRange }), 'whole', ifRange)
    assert.equal(asked('bytes=2000-', { ifRange }), 'whole', ifRange)
  }
  assert.equal(asked('bytes=0-1', { ifRange: TAG }), '0-2')
})
