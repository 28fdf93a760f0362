import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PAGE_LIMITS } from '@colophon/contract'
import { createTextAnalysis } from './text-analysis.ts'

const LONG = 'a\n'.repeat(PAGE_LIMITS.shortTextCharacters)

/** Stands for the process, and counts what it is asked. */
function countingRenderer() {
  const asked = { times: 0 }
  const comparison = async () => {
    asked.times += 1
    return { unified: '+b', coarse: false, sections: [] }
  }
  const checks = async () => 'not-tried' as const
  const quote = async () => ({ place: { start: 1, end: 2 } })
  return { asked, comparison, checks, quote, close: () => {} }
}

test('a pair is compared once, however many ask and how often; the other way round is another pair', async () => {
  const renderer = countingRenderer()
  const analysis = createTextAnalysis(renderer)
  const [one, other] = [
    { sha256: 'a', body: LONG },
    { sha256: 'b', body: `${LONG}b\n` },
  ]
  const both = await Promise.all([analysis.compare(one, other), analysis.compare(one, other)])
  assert.deepEqual(
    [...both, await analysis.compare(one, other)].map(({ unified }) => unified),
    ['+b', '+b', '+b'],
  )
  assert.equal(renderer.asked.times, 1)
  await analysis.compare(other, one)
  assert.equal(renderer.asked.times, 2)
})

test('what is short needs no process, and what no process did is a problem to be tried again', async () => {
  const renderer = countingRenderer()
  const analysis = createTextAnalysis(renderer)
  const short = await analysis.compare({ sha256: 'a', body: 'A.\n' }, { sha256: 'b', body: 'B.\n' })
  assert.match(short.unified, /-A\.\n\+B\./)
  assert.equal(renderer.asked.times, 0)
  const texts = { title: '', summary: '', body: LONG }
  await assert.rejects(analysis.checks(texts, 'https://a.example'), { code: 'overloaded' })
})
