import assert from 'node:assert/strict'
import { test } from 'node:test'
import { packText, unpackText } from './set-text.ts'

const HEADING = { id: 'at-saege', level: 2, text: 'Säge ⟨U+202E⟩' }

test('a text that was packed is the same text, wherever its bytes lie', () => {
  for (const text of [
    { html: '', headings: [], opening: null },
    { html: '<p>Zähne 🪚</p>\n', headings: [HEADING], opening: 'Zähne 🪚' },
  ]) {
    const packed = packText(text)
    const longer = new Uint8Array(packed.length + 7)
    longer.set(packed, 5)
    for (const bytes of [packed, new Uint8Array(packed), longer.subarray(5, 5 + packed.length)]) {
      const { html, ...about } = unpackText(bytes)
      assert.deepEqual({ ...about, html: Buffer.from(html).toString() }, text)
    }
  }
})
