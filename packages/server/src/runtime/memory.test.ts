import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { FIRST_LINE } from './memory.ts'

test('the first line of the command has the flags of the memory knobs', () => {
  const command = readFileSync(new URL('../../bin/colophon.js', import.meta.url), 'utf8')
  assert.equal(command.split('\n')[0], FIRST_LINE)
})
