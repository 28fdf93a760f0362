import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { type TestContext, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { PAGE_LIMITS } from '@colophon/contract'
import { readMarkup } from '../../test/support/markup.ts'
import type { RenderWorkerLimits } from './render-worker.ts'
import { createRenderer } from './renderer.ts'
import { unpackText } from './set-text.ts'

const MIB = 1024 * 1024
const TABLE = `|a|b|\n|-|-|\n${'|c|d|\n'.repeat(50_000)}`
/** As wide as it is long: 1 MiB that becomes half a million cells, and takes all the memory that there is. */
const SQUARE = `${`|${'a|'.repeat(700)}\n`}|${'-|'.repeat(700)}\n${`|${'a|'.repeat(700)}\n`.repeat(700)}`

const requestOf = (body: string) => ({ body, title: '', path: '/a/b', showsImages: false })

/** Its clock stands still: however slow the machine is, only the test lets time pass. */
function openRenderer(t: TestContext, limits: Partial<RenderWorkerLimits> = {}) {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const renderer = createRenderer({ ...PAGE_LIMITS, ...limits })
  t.after(() => renderer.close())
  const set = async (body: string) => renderer.text(requestOf(body))
  const htmlOf = async (body: string) => {
    const text = await set(body)
    assert.ok(typeof text !== 'string', `it was ${text}`)
    return Buffer.from(unpackText(text).html).toString()
  }
  return { renderer, set, htmlOf, pass: (milliseconds: number) => t.mock.timers.tick(milliseconds) }
}

/** Their process ids, by proc_pid_task(5). */
function childrenOfThisProcess(): number[] {
  const lists = globSync('/proc/self/task/*/children').map((file) => readFileSync(file, 'utf8'))
  return lists.join(' ').split(/\s+/).filter(Boolean).map(Number)
}

test('a text has its whole time, however long the process took to start', async (t) => {
  const { htmlOf, pass } = openRenderer(t)
  const set = htmlOf('Fine.')
  // Nothing has run since the process was asked for: it cannot be ready.
  pass(PAGE_LIMITS.renderStartMilliseconds - 1)
  assert.equal(await set, '<p>Fine.</p>\n')
})

test('where no process starts in time nothing is tried, and the next text is', async (t) => {
  const { set, htmlOf, pass } = openRenderer(t)
  const asked = [set('a'), set('b')]
  pass(PAGE_LIMITS.renderStartMilliseconds)
  assert.deepEqual(await Promise.all(asked), ['not-tried', 'not-tried'])
  assert.equal(await htmlOf('Fine.'), '<p>Fine.</p>\n')
})

test('a text that takes too much processor time is given up, and what waits behind it is set', async (t) => {
  const { set, htmlOf } = openRenderer(t, { renderMilliseconds: 400 })
  t.mock.timers.reset()
  await htmlOf('The process is ready.')
  const [stuck, next] = await Promise.all([set(SQUARE), set('Fine.')])
  assert.equal(stuck, 'too-much')
  assert.ok(typeof next !== 'string')
  const { html, ...about } = unpackText(next)
  assert.equal(Buffer.from(html).toString(), '<p>Fine.</p>\n')
  assert.deepEqual(about, { headings: [], unlisted: 0, opening: 'Fine.' })
})

test('time in which the processor did something else is not counted, but it has an end', async (t) => {
  const { set, htmlOf, pass } = openRenderer(t)
  const others = childrenOfThisProcess()
  await htmlOf('The process is ready.')
  const [own] = childrenOfThisProcess().filter((pid) => !others.includes(pid))
  assert.ok(own !== undefined)
  process.kill(own, 'SIGSTOP')
  const slow = set(TABLE)
  await turn()
  // Nothing of it has run yet.
  pass(PAGE_LIMITS.renderMilliseconds)
  await turn()
  process.kill(own, 'SIGCONT')
  const text = await slow
  assert.ok(typeof text !== 'string' && text.length > TABLE.length)
  process.kill(own, 'SIGSTOP')
  const stopped = set(TABLE)
  await turn()
  for (let waited = 0; waited <= PAGE_LIMITS.renderPatienceMilliseconds; waited += 1000) {
    pass(1000)
    await turn()
    await turn()
  }
  assert.equal(await stopped, 'not-tried')
})

test('a text that takes too much memory, or nests too deep, is given up', async (t) => {
  const { set, htmlOf } = openRenderer(t, { renderMemoryMib: 48 })
  assert.equal(await set(SQUARE), 'too-much')
  assert.equal(await set(`${'> '.repeat(80)}x`), 'too-much')
  assert.equal(await htmlOf('Fine.'), '<p>Fine.</p>\n')
})

test('a table of 1 MiB is set whole', async (t) => {
  const { htmlOf } = openRenderer(t)
  const rows = readMarkup(await htmlOf(TABLE)).filter(({ tag }) => tag === 'tr')
  assert.ok(TABLE.length < MIB)
  assert.equal(rows.length, 50_001)
})

test('more than may wait are turned away at once, and closing answers those that wait', async (t) => {
  const { renderer, set } = openRenderer(t)
  const asked = Array.from({ length: PAGE_LIMITS.renderWaiting + 5 }, () => set('x'))
  assert.equal(await asked.at(-1), 'not-tried')
  renderer.close()
  assert.ok((await Promise.all(asked)).every((text) => text === 'not-tried'))
})

test('a drawing has a place for every box and a way for every arrow', async (t) => {
  const { renderer } = openRenderer(t)
  const layout = await renderer.layout({
    boxes: 3,
    arrows: [
      [0, 1],
      [0, 2],
    ],
  })
  assert.ok(typeof layout !== 'string')
  assert.equal(layout.boxes.length, 3)
  const [parent, child] = layout.boxes
  assert.ok((parent?.y ?? 0) < (child?.y ?? 0), 'parents stand above their children')
  for (const points of layout.arrows) assert.ok(points.length >= 2)
})
