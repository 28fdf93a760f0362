import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { openCursor, sealCursor } from '../../core/cursor.ts'
import { isPassagePlace, pinnedStrength, pinnedWords, readPlace, sealable } from './walk-place.ts'

const KEY = new Uint8Array(32).fill(7)

test('what the first page decided comes out of a cursor as it went in, and the largest fits', () => {
  const words = pinnedWords(
    Array.from({ length: 600 }, (_, place) => ({ worth: place / 40, isBeginning: place % 3 === 0 })),
  )
  const entries = Array.from({ length: 20 }, (_, place) => ({
    entryId: randomUUID(),
    headMark: randomUUID().slice(0, 8),
    strength: pinnedStrength(1 / (place + 1)),
  }))
  const position = { round: 2, group: 2, score: 123.456789, entry: 19, chunk: 123_456 }
  const place = sealable({ words, entries }, position)
  const opened = openCursor(KEY, 'binding', sealCursor(KEY, 'binding', place))
  assert.ok(isPassagePlace(opened))
  assert.deepEqual(readPlace(opened), { pins: { words, entries }, after: position })
  assert.deepEqual(pinnedWords(words), words)
})
