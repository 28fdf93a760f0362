import type { ClosedLists } from '@colophon/contract'
import { utcDay } from '../core/utc-day.ts'

/**
 * Reports of an identity that lie so many days apart or fewer are those of one participant, who is counted at the
 * last of them. No window is longer, so that each counts everybody once.
 */
export const COUNTED_DAYS = 31

/** A report as far as counting needs it. */
interface ReportCounts {
  readonly target_hash: string
  readonly value: ClosedLists['signalValue'] | null
  readonly received_at: string
}

/** Where a report is counted: its revision, and the time at which it came. */
interface ReportTarget {
  readonly target_hash: string
  readonly at: string
}

interface Counts {
  up: number
  down: number
  /** Of the revision. */
  participants: number
  /** Of the entry, who is counted with the last of what an identity said of any of its revisions. */
  entry_participants: number
}

/** Where a value is counted. */
const COUNT_OF: Readonly<Record<ClosedLists['signalValue'], keyof Counts>> = { up: 'up', down: 'down' }

/** A change of the counts at a place. Those of an entry are the sums over its revisions. */
export type Delta = ReportTarget & Readonly<Counts>

export interface ReportChange {
  /** The report before; null for a new one. */
  readonly before: ReportCounts | null
  readonly after: ReportCounts
  /** The identity's other reports of the entry, at least those near this one. */
  readonly others: readonly ReportCounts[]
}

export const NO_COUNTS: Readonly<Counts> = { up: 0, down: 0, participants: 0, entry_participants: 0 }

/** What a change of one report does to the counts of its revision and of its entry. */
export function deltasOf({ before, after, others }: ReportChange): Delta[] {
  const counted: (ReportTarget & Counts)[] = []
  const at = ({ target_hash, received_at }: ReportCounts) => {
    const known = counted.find((place) => place.at === received_at && place.target_hash === target_hash)
    if (known !== undefined) return known
    const made = { target_hash, at: received_at, ...NO_COUNTS }
    counted.push(made)
    return made
  }
  const place = at(after)
  if (after.value !== null) place[COUNT_OF[after.value]] += 1
  if (before !== null && before.value !== null) place[COUNT_OF[before.value]] -= 1
  const ofTarget = others.filter((report) => report.target_hash === after.target_hash)
  for (const report of participations(ofTarget, before)) at(report).participants -= 1
  for (const report of participations(ofTarget, after)) at(report).participants += 1
  for (const report of participations(others, before)) at(report).entry_participants -= 1
  for (const report of participations(others, after)) at(report).entry_participants += 1
  return counted.filter(isChange)
}

function isChange({ up, down, participants, entry_participants }: Counts): boolean {
  return up !== 0 || down !== 0 || participants !== 0 || entry_participants !== 0
}

/** The reports with which an identity that has these is counted as a participant. */
function participations(others: readonly ReportCounts[], own: ReportCounts | null): ReportCounts[] {
  const reports = own === null ? others : [...others, own]
  const standing = reports.filter(({ value }) => value !== null)
  if (standing.length < 2) return standing
  standing.sort((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1))
  return standing.filter(({ received_at }, place) => {
    const next = standing[place + 1]
    return next === undefined || daysBetween(received_at, next.received_at) > COUNTED_DAYS
  })
}

/** Two of one millisecond have an order too, so that the same one counts whichever came first. */
function orderOf({ received_at, target_hash }: ReportCounts): string {
  return `${received_at} ${target_hash}`
}

function daysBetween(earlier: string, later: string): number {
  return (Date.parse(utcDay(later)) - Date.parse(utcDay(earlier))) / 86_400_000
}
