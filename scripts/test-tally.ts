import { relative } from 'node:path'
import type { EventData } from 'node:test'
import type { Group } from './test-groups.ts'

/** What ran, as opposed to what was skipped: a run that tested nothing must not look like a good one. */
export interface Tally {
  executed: number
  failed: boolean
  /** Groups that ended before their tests did, or began none. */
  readonly broken: Group[]
  readonly groups: readonly Group[]
  /** Of every file with a test: how long its tests took together, in milliseconds. */
  readonly durations: Map<string, number>
}

const SLOWEST_SHOWN = 15

export function newTally(groups: readonly Group[]): Tally {
  return { executed: 0, failed: false, broken: [], groups, durations: new Map() }
}

type Told = Pick<EventData.TestPass | EventData.TestFail, 'details' | 'file' | 'name' | 'skip'>

/** A process without tests, or one that broke before its first, is reported as a test of its module's name. */
export function count(tally: Tally, data: Told, outcome: 'passed' | 'failed' = 'passed'): void {
  if (outcome === 'failed') tally.failed = true
  const { details, file, name, skip } = data
  if (details.type === 'suite') return
  const group = tally.groups.find(({ module }) => module === name)
  if (group !== undefined) tally.broken.push(group)
  else if (file !== undefined) {
    tally.durations.set(file, (tally.durations.get(file) ?? 0) + details.duration_ms)
    if (skip === undefined) tally.executed += 1
  }
}

/** What is wrong with the run as a whole, in one line; null for nothing. */
export function complaintOf({ broken, groups, durations, executed }: Tally): string | null {
  const names = (files: readonly string[]) => files.map((file) => relative('.', file)).join(', ')
  const [first] = broken
  if (first !== undefined)
    return `Ended before its tests, or without any, was the process of ${names(first.files)}`
  const empty = groups.flatMap(({ files }) => files).filter((file) => !durations.has(file))
  if (empty.length > 0) return `Without a test in it: ${names(empty)}`
  return executed === 0 ? 'No test was executed.' : null
}

/** Where the time went: the whole run is to stay under five minutes. */
export function slowest({ durations, groups }: Tally): string[] {
  const files = [...durations].sort(([, one], [, other]) => other - one)
  const sum = files.reduce((total, [, milliseconds]) => total + milliseconds, 0)
  const line = (milliseconds: number, what: string) =>
    `${(milliseconds / 1000).toFixed(1).padStart(6)}  ${what}`
  return [
    `Seconds in the tests of ${files.length} files, in ${groups.length} processes, and in the slowest files:`,
    line(sum, 'all'),
    ...files.slice(0, SLOWEST_SHOWN).map(([file, milliseconds]) => line(milliseconds, relative('.', file))),
  ]
}
