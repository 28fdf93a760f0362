import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BYTE_LIMITS, PAGE_LIMITS } from '@colophon/contract'
import { bodyValue } from '../core/written-answer.ts'
import { pack } from './packed.ts'
import type { RenderFailure } from './render-worker.ts'
import { createTextAnalysis } from './text-analysis.ts'
import { packDifference, type RevisionPair } from './write-difference.ts'

const LONG = 'a\n'.repeat(PAGE_LIMITS.shortTextCharacters)
/** Of two bodies of empty lines, each of which is three characters of it. */
const LONGEST_ANSWER = 2 * 3 * BYTE_LIMITS.articleBody
const ENTRY = '11111111-1111-4111-8111-111111111111'

/** Stands for the process, and counts what it is asked. */
function countingRenderer(fails: RenderFailure | null = null) {
  const asked = { times: 0 }
  const difference = async (pair: RevisionPair) => {
    asked.times += 1
    return fails ?? packDifference(pair, 'by headings')
  }
  const comparison = async () => 'not-tried' as const
  const checks = async () => 'not-tried' as const
  const quote = async () => ({ place: { start: 1, end: 2 } })
  return { asked, difference, comparison, checks, quote, close: () => {} }
}

function pairOf(from: string, to: string): RevisionPair {
  const versionOf = (body: string) => ({ sha256: `hash of ${body.slice(-4)}`, body })
  return {
    entry_id: ENTRY,
    fields: [{ field: 'title', from: 'A', to: 'B' }],
    from: versionOf(from),
    to: versionOf(to),
  }
}

test('a pair is compared once, however many ask and how often; the other way round is another pair', async () => {
  const renderer = countingRenderer()
  const analysis = createTextAnalysis(renderer)
  const [there, back] = [pairOf(LONG, `${LONG}b\n`), pairOf(`${LONG}b\n`, LONG)]
  const answers = await Promise.all([analysis.compare(there), analysis.compare(there)])
  answers.push(await analysis.compare(there))
  assert.equal(renderer.asked.times, 1)
  for (const answer of answers) {
    const { entry_id, from, to, fields, unified } = bodyValue(answer) as Record<string, unknown>
    assert.deepEqual(
      { entry_id, from, to, fields },
      {
        ...{ entry_id: ENTRY, from: there.from.sha256, to: there.to.sha256, fields: there.fields },
      },
    )
    assert.match(String(unified), /\n\+b\n$/)
    assert.deepEqual(
      [answer.operation, answer.tag, answer.nextCursor],
      ['diffRevisions', answers[0]?.tag, null],
    )
  }
  assert.notEqual((await analysis.compare(back)).tag, answers[0]?.tag)
  assert.equal(renderer.asked.times, 2)
})

test('also the longest answer is kept', async () => {
  const renderer = countingRenderer()
  let times = 0
  const difference = async () => {
    times += 1
    return pack({ operation: 'diffRevisions', tag: '', nextCursor: null }, new Uint8Array(LONGEST_ANSWER))
  }
  const analysis = createTextAnalysis({ ...renderer, difference })
  for (let time = 0; time < 2; time += 1)
    assert.equal((await analysis.compare(pairOf(LONG, `${LONG}b\n`))).bytes.length, LONGEST_ANSWER)
  assert.equal(times, 1)
})

test('what is short needs no process, and what no process did is a problem to be tried again', async () => {
  const renderer = countingRenderer('not-tried')
  const analysis = createTextAnalysis(renderer)
  const short = bodyValue(await analysis.compare(pairOf('A.\n', 'B.\n'))) as { unified: string }
  assert.match(short.unified, /-A\.\n\+B\./)
  assert.equal(renderer.asked.times, 0)
  await assert.rejects(analysis.compare(pairOf(LONG, `${LONG}b\n`)), { code: 'overloaded' })
  const texts = { title: '', summary: '', body: LONG }
  await assert.rejects(analysis.checks(texts, 'https://a.example'), { code: 'overloaded' })
})

test('what has too many headings to be divided is compared by its lines', async () => {
  const renderer = countingRenderer()
  const asked: string[] = []
  const analysis = createTextAnalysis({
    ...renderer,
    async difference(pair, division) {
      asked.push(division)
      return asked.length === 1 ? 'too-much' : packDifference(pair, division)
    },
  })
  const pair = pairOf(`# A\n\n${LONG}`, `# A\n\n${LONG}b\n`)
  for (let time = 0; time < 2; time += 1) {
    const { sections, unified } = bodyValue(await analysis.compare(pair)) as Record<string, unknown>
    assert.deepEqual(sections, [{ heading: null, level: 0, state: 'changed', line: 1 }])
    assert.match(String(unified), /\n\+b\n$/)
  }
  assert.deepEqual(asked, ['by headings', 'none'])
})
