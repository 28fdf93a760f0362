import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ClosedLists } from '@colophon/contract'
import fc from 'fast-check'
import { addDays, utcDay } from '../core/utc-day.ts'
import { COUNTED_DAYS, deltasOf } from './signal-deltas.ts'
import { bucketsOf, rangesFrom } from './time-buckets.ts'

const START = Date.parse('2026-01-01T00:00:00.000Z')
const ENTRY = 'entry'

interface Report {
  identity: number
  target_hash: string
  received_at: string
  value: ClosedLists['signalValue'] | null
}

const step = fc.record({
  identity: fc.integer({ min: 0, max: 3 }),
  target: fc.constantFrom('r1', 'r2', 'r3'),
  value: fc.constantFrom('up', 'down', null),
  wait: fc.oneof(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 20 * 86_400_000 })),
  corrects: fc.nat(),
})

test('windows summed from buckets are what a replay of the reports gives, at every edge', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), fc.nat(), (steps, picked) => {
      const reports: Report[] = []
      const buckets = new Map<string, number[]>()
      let now = START
      for (const { identity, target, value, wait, corrects } of steps) {
        now += wait
        apply(reports, buckets, { at: new Date(now).toISOString(), identity, target, value, corrects })
      }
      const place = reports[picked % Math.max(reports.length, 1)]
      const edge = place === undefined ? now : Date.parse(place.received_at)
      for (const from of [edge - 1, edge, edge + 1, now - 30 * 86_400_000].filter(
        (time) => time > now - 31 * 86_400_000,
      ))
        for (const scope of [ENTRY, 'r1', 'r2', 'r3'])
          assert.deepEqual(summed(buckets, scope, from), counted(reports, scope, from))
    }),
    { numRuns: 300 },
  )
})

interface Step {
  at: string
  identity: number
  target: string
  value: ClosedLists['signalValue'] | null
  corrects: number
}

/** A new report where none is of that day, else a correction of one of the identity's reports. */
function apply(reports: Report[], buckets: Map<string, number[]>, step: Step): void {
  const own = reports.filter(({ identity }) => identity === step.identity)
  const isTaken = own.some(
    ({ target_hash, received_at }) => target_hash === step.target && utcDay(received_at) === utcDay(step.at),
  )
  const corrected = isTaken ? own[step.corrects % own.length] : undefined
  const before = corrected === undefined ? null : { ...corrected }
  const after = corrected ?? {
    identity: step.identity,
    target_hash: step.target,
    received_at: step.at,
    value: 'up',
  }
  if (corrected === undefined) reports.push(after)
  else after.value = step.value
  count(buckets, { before, after, others: own.filter((report) => report !== corrected) })
}

interface Change {
  before: Report | null
  after: Report
  others: readonly Report[]
}

/** As the service does: only others that lie near are looked at. */
function count(buckets: Map<string, number[]>, { before, after, others }: Change): void {
  const from = utcDay(addDays(after.received_at, -COUNTED_DAYS))
  const to = utcDay(addDays(after.received_at, COUNTED_DAYS))
  const near = others.filter(({ received_at }) => utcDay(received_at) >= from && utcDay(received_at) <= to)
  for (const { target_hash, at, ...counts } of deltasOf({ before, after, others: near }))
    for (const key of keysOf(target_hash, Date.parse(at))) {
      const known = buckets.get(key) ?? []
      const added = [counts.up, counts.down, counts.participants, counts.entry_participants]
      buckets.set(
        key,
        added.map((count, place) => count + (known[place] ?? 0)),
      )
    }
}

test('what is counted follows from the reports as they stand, however they came about', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), fc.nat(), (steps, turn) => {
      const reports: Report[] = []
      const lived = new Map<string, number[]>()
      let now = START
      for (const { wait, ...rest } of steps) {
        now += wait
        apply(reports, lived, { at: new Date(now).toISOString(), ...rest })
      }
      const replayed = new Map<string, number[]>()
      const order = reports.map((_report, place) => reports[(place * 7 + turn) % reports.length])
      const met = new Set<Report>()
      for (const after of [...order, ...reports]) {
        if (after === undefined || met.has(after)) continue
        const others = [...met].filter(({ identity }) => identity === after.identity)
        count(replayed, { before: null, after, others })
        met.add(after)
      }
      assert.deepEqual(withoutZeros(replayed), withoutZeros(lived))
    }),
    { numRuns: 300 },
  )
})

function withoutZeros(buckets: ReadonlyMap<string, number[]>): [string, number[]][] {
  return [...buckets]
    .filter(([, counts]) => counts.some((one) => one !== 0))
    .sort(([one], [two]) => (one < two ? -1 : 1))
}

/** A moment, and the bucket of each level. */
function keysOf(target: string, at: number): string[] {
  return [`${target} moments ${at}`, ...bucketsOf(at).map((bucket, level) => `${target} ${level} ${bucket}`)]
}

function isWithin(key: string, from: number): boolean {
  const [, part = '', place] = key.split(' ')
  const { moments, buckets } = rangesFrom(from)
  const range = part === 'moments' ? moments : buckets[Number(part)]
  return range !== undefined && Number(place) >= range.first && Number(place) <= range.last
}

function summed(buckets: Map<string, number[]>, scope: string, from: number): number[] {
  let [up, down, participants] = [0, 0, 0]
  for (const [key, counts] of buckets) {
    if (!(scope === ENTRY || key.startsWith(`${scope} `)) || !isWithin(key, from)) continue
    up += counts[0] ?? 0
    down += counts[1] ?? 0
    participants += counts[scope === ENTRY ? 3 : 2] ?? 0
  }
  return [up, down, participants]
}

function counted(reports: readonly Report[], scope: string, from: number): number[] {
  const standing = reports.filter(
    ({ target_hash, received_at, value }) =>
      (scope === ENTRY || scope === target_hash) && value !== null && Date.parse(received_at) >= from,
  )
  const of = (value: string) => standing.filter((report) => report.value === value).length
  return [of('up'), of('down'), new Set(standing.map(({ identity }) => identity)).size]
}

test('the buckets from an instant on hold everything after it once, and nothing before', () => {
  const time = fc.integer({ min: START, max: START + 400 * 86_400_000 })
  fc.assert(
    fc.property(time, fc.oneof(time, fc.integer({ min: -70_000, max: 70_000 })), (from, other) => {
      const at = other < START ? from + other : other
      const hits = keysOf('r1', at).filter((key) => isWithin(key, from))
      assert.equal(hits.length, at >= from ? 1 : 0)
    }),
    { numRuns: 2000 },
  )
})
