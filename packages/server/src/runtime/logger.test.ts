import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLogger } from './logger.ts'

const HEAD = 'eyJhbGciOiJFZERTQSIsInR5cCI6ImF0K2p3dCJ9'
const TOKEN = `${HEAD}.eyJzdWIiOiJhIn0.c2lnbmF0dXJl-_x`

const LINES: [string, string][] = [
  [`/api/v1/me/${TOKEN}`, '/api/v1/me/[cut]'],
  [`/x/${TOKEN.replaceAll('.', '%2E')}/y`, '/x/[cut]/y'],
  [`/${HEAD}`, '/[cut]'],
  [`/${HEAD}.eyJzdWIiOiJhIn0`, '/[cut]'],
  [`Authorization: Bearer ${TOKEN}`, 'Authorization: Bearer [cut]'],
  ['/a/Bearer%20abc.def', '/a/Bearer [cut]'],
  ['bearer opaque-token failed', 'bearer [cut] failed'],
  ['/read/tools/keyjacks-and-eyjafjallajokull', '/read/tools/keyjacks-and-eyjafjallajokull'],
]
for (const [text, written] of LINES)
  test(`a line with ${text} has ${written}`, () => {
    const lines: string[] = []
    createLogger('debug', (line) => void lines.push(line)).error('fault', { path: text })
    assert.equal(JSON.parse(lines[0] ?? '').path, written)
  })
