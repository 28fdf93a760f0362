import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findQuote } from './quote.ts'

const BODY = `# Saws

A saw cuts *along* the grain,
or across it. "Never push", says the **master**, and don’t ask why.

- One tooth
- Two teeth, \`three\` teeth

| Kind | Cuts |
|---|---|
| rip | along |

鋸は木を切る。
`

/** The bytes that were found, as text; null for none. */
function quoted(text: string, body = BODY): string | null {
  const place = findQuote(body, text)
  return place === null ? null : Buffer.from(body).subarray(place.start, place.end).toString()
}

const FOUND: readonly (readonly [quote: string, holds: string])[] = [
  ['cuts along the grain, or across', 'A saw cuts *along* the grain,'],
  ['A saw cuts *along* the grain,\nor across it.', 'A saw cuts *along* the grain,\nor across it.'],
  ['  the   grain, ', 'the grain,'],
  ['“Never push”, says the master', '"Never push", says the **master**'],
  ["don't ask why", 'don’t ask why'],
  ['Two teeth, three teeth', 'Two teeth, `three` teeth'],
  ['Two teeth, `three` teeth', 'Two teeth, `three` teeth'],
  ['One tooth Two teeth', '- One tooth\n- Two teeth'],
  ['rip along', '| rip | along |'],
  ['木を切る', '木を切る'],
  ['Saws', 'Saws'],
]

for (const [quote, holds] of FOUND)
  test(`a body holds ${JSON.stringify(quote)}`, () => {
    const found = quoted(quote)
    assert.ok(found?.includes(holds), `${found}`)
  })

for (const quote of [
  'A saw cut along the grain',
  'aw cuts along',
  'along the grai',
  'across it, or along the grain',
  'cuts the grain along',
  'never push',
  'Two teeth and three teeth',
  '鋸は紙を切る',
  '*',
  '   ',
  '',
])
  test(`a body does not hold ${JSON.stringify(quote)}`, () => assert.equal(findQuote(BODY, quote), null))

test('what stands there as it was quoted is found to the byte', () => {
  assert.equal(quoted('or across it.'), 'or across it.')
  assert.equal(quoted('木を切る'), '木を切る')
  const place = findQuote(BODY, 'Two teeth')
  assert.deepEqual(place, { start: BODY.indexOf('Two teeth') + 2, end: BODY.indexOf('Two teeth') + 11 })
})
