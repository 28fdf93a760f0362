import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PAGE_LIMITS } from '@colophon/contract'
import { packText, unpackText } from './set-text.ts'

const headingsOf = (count: number) =>
  Array.from({ length: count }, (_, place) => ({ id: `at-${place}`, level: 2, text: `Säge ${place}` }))

test('a packed text has its HTML, its opening and its headings, of very many the first ones', () => {
  const most = PAGE_LIMITS.listedSections
  for (const [count, unlisted] of [
    [0, 0],
    [most, 0],
    [most + 3, 3],
  ] as const) {
    const packed = packText({ html: '<p>Zähne 🪚</p>\n', headings: headingsOf(count), opening: 'Zähne 🪚' })
    const { html, ...about } = unpackText(packed)
    assert.equal(Buffer.from(html).toString(), '<p>Zähne 🪚</p>\n')
    assert.deepEqual(about, { headings: headingsOf(count - unlisted), unlisted, opening: 'Zähne 🪚' })
  }
})
