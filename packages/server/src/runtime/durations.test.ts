import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Histogram, Registry } from 'prom-client'
import { BOUNDS, createDurations, HELP, NAME } from './durations.ts'

const answers = fc.array(
  fc.record({
    operation: fc.constantFrom('getObject', 'search', 'other'),
    status: fc.constantFrom(200, 201, 304, 404, 503),
    milliseconds: fc.oneof(
      fc.double({ min: 0, max: 20_000, noNaN: true }),
      fc.constantFrom(...BOUNDS.map((seconds) => seconds * 1000)),
    ),
  }),
)

/** The sums may differ in their last digits, for they are of floating point. */
function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) =>
      line.replace(/(_sum\{.*\}) (.*)$/, (_line, name, sum) => `${name} ${Number(sum).toFixed(6)}`),
    )
    .sort()
}

test('the histogram is that of the library', async () => {
  await fc.assert(
    fc.asyncProperty(answers, async (all) => {
      const [ours, theirs] = [new Registry(), new Registry()]
      for (const registry of [ours, theirs]) registry.setDefaultLabels({ worker: '3' })
      const durations = createDurations()
      ours.registerMetric(durations.metric)
      const histogram = new Histogram({
        name: NAME,
        help: HELP,
        labelNames: ['operation', 'status'],
        buckets: [...BOUNDS],
        registers: [theirs],
      })
      for (const { operation, status, milliseconds } of all) {
        durations.count(operation, status, milliseconds)
        histogram.labels(operation, `${Math.floor(status / 100)}xx`).observe(milliseconds / 1000)
      }
      assert.deepEqual(linesOf(await ours.metrics()), linesOf(await theirs.metrics()))
    }),
  )
})
