import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PAGE_LIMITS } from '@colophon/contract'
import { readMarkup } from '../../../../test/support/markup.ts'
import { createRenderer } from './renderer.ts'

const MIB = 1024 * 1024
/** What a machine that does other things may need beyond the limit: to start a process, to send and to read. */
const SPARE_MILLISECONDS = 4000

const manuscriptOf = (body: string) => ({ body, title: '', path: '/a/b', showsImages: false })
const whole = (text: string) => text.repeat(Math.floor(MIB / text.length))

const BODIES: Readonly<Record<string, string>> = {
  prose: whole('Some *words* with `code` and a [link](https://x.example).\n\n'),
  'a table of 100,000 cells': `|a|b|\n|-|-|\n${'|c|d|\n'.repeat(50_000)}`,
  'a table as wide as it is long': `${`|${'a|'.repeat(700)}\n`}|${'-|'.repeat(700)}\n${`|${'a|'.repeat(700)}\n`.repeat(700)}`,
  'nested emphasis': whole('*a **a '),
  backticks: Array.from({ length: 1400 }, (_, length) => '`'.repeat(length)).join(' '),
  headings: whole('# a\n'),
  quotes: whole('> '),
}

for (const [name, body] of Object.entries(BODIES))
  test(`1 MiB of ${name} is set, or given up, in bounded time`, async (t) => {
    const renderer = createRenderer()
    t.after(() => renderer.close())
    const start = performance.now()
    const set = await renderer.text(manuscriptOf(body))
    const milliseconds = performance.now() - start
    assert.ok(milliseconds < PAGE_LIMITS.renderMilliseconds + SPARE_MILLISECONDS, `${milliseconds} ms`)
    if (set !== null && set.html.length < MIB) readMarkup(set.html)
  })

test('what breaks one text does not break the next, nor what waits', async (t) => {
  const renderer = createRenderer()
  t.after(() => renderer.close())
  const [broken, next] = await Promise.all([
    renderer.text(manuscriptOf(`${'> '.repeat(80)}x`)),
    renderer.text(manuscriptOf('Fine.')),
  ])
  assert.equal(broken, null)
  assert.equal(next?.html, '<p>Fine.</p>\n')
})

test('more than may wait are turned away at once, and closing answers those that wait', async () => {
  const renderer = createRenderer()
  const asked = Array.from({ length: PAGE_LIMITS.renderWaiting + 5 }, () => renderer.text(manuscriptOf('x')))
  assert.equal(await asked.at(-1), null)
  renderer.close()
  for (const answer of asked) await answer
})

test('a drawing has a place for every box and a way for every arrow', async (t) => {
  const renderer = createRenderer()
  t.after(() => renderer.close())
  const layout = await renderer.layout({
    boxes: 3,
    arrows: [
      [0, 1],
      [0, 2],
    ],
  })
  assert.equal(layout?.boxes.length, 3)
  const [parent, child] = layout?.boxes ?? []
  assert.ok((parent?.y ?? 0) < (child?.y ?? 0), 'parents stand above their children')
  for (const points of layout?.arrows ?? []) assert.ok(points.length >= 2)
})
