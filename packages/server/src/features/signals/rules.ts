import { SIGNAL_MEANINGS } from '@colophon/contract'
import { changedSince } from '../../core/problem.ts'
import type { SignalReportRow } from '../../storage/tables.ts'

export type Value = 'up' | 'down'

/** What a report says. */
export interface Said {
  readonly value: Value | null
  readonly comment: string | null
}

/** A report as a correction asks for it; a comment that is left out stays. */
export interface CorrectionBody {
  readonly expected_event_id: string
  readonly value: Value | null
  readonly comment?: string | null | undefined
}

export function saidOf(report: SignalReportRow): Said {
  return { value: report.value as Value | null, comment: report.comment }
}

export function isSame(one: Said, other: Said): boolean {
  return one.value === other.value && one.comment === other.comment
}

/** What a correction makes of a report; null where it changes nothing. Refuses one that has not seen the last event. */
export function decideCorrection(report: SignalReportRow, body: CorrectionBody): Said | null {
  if (body.expected_event_id !== report.last_event_id)
    throw changedSince('The last event of the report', report.last_event_id)
  const before = saidOf(report)
  const after = { value: body.value, comment: body.comment === undefined ? before.comment : body.comment }
  return isSame(before, after) ? null : after
}

/** Taking back what stands costs nothing, so that nobody is held to a word for lack of an allowance. */
export function isWithdrawal(before: Said, after: Said | null): boolean {
  return before.value !== null && after !== null && after.value === null
}

export function meaningOf(value: Value | null): string | null {
  return value === null ? null : SIGNAL_MEANINGS[value]
}

/** Times of a report's events strictly increase, so that their order is that of what happened. */
export function nextEventTime(last: string, now: string): string {
  return last >= now ? new Date(Date.parse(last) + 1).toISOString() : now
}

/** An own report of the entry, as far as counting needs it. */
export interface OwnReport {
  readonly target_hash: string
  readonly value: string | null
  readonly received_at: string
}

/** A change of the counts at a moment. */
export interface Delta {
  readonly scope: string
  readonly at: string
  readonly up: number
  readonly down: number
  readonly participants: number
}

interface Changed {
  readonly entryId: string
  /** The report before; null for a new one. */
  readonly before: OwnReport | null
  readonly after: OwnReport
  /** The identity's other reports of the entry. */
  readonly others: readonly OwnReport[]
}

/**
 * What a change of one report does to the counts of its revision and of its entry. A participant is counted
 * at the newest of its reports that stand, so that each window counts it once.
 */
export function deltasOf({ entryId, before, after, others }: Changed): Delta[] {
  const ofTarget = others.filter((report) => report.target_hash === after.target_hash)
  return [
    { scope: after.target_hash, others: ofTarget },
    { scope: entryId, others },
  ].flatMap(({ scope, others: known }) => scopeDeltas(scope, { before, after, others: known }))
}

function scopeDeltas(scope: string, changed: Omit<Changed, 'entryId'>): Delta[] {
  const { before, after, others } = changed
  const counted = new Map<string, { up: number; down: number; participants: number }>()
  const at = (time: string) => {
    const found = counted.get(time) ?? { up: 0, down: 0, participants: 0 }
    counted.set(time, found)
    return found
  }
  const place = at(after.received_at)
  place.up += Number(after.value === 'up') - Number(before?.value === 'up')
  place.down += Number(after.value === 'down') - Number(before?.value === 'down')
  const earlier = newestStanding(before === null ? others : [...others, before])
  const later = newestStanding([...others, after])
  if (earlier !== later) {
    if (earlier !== null) at(earlier).participants -= 1
    if (later !== null) at(later).participants += 1
  }
  return [...counted]
    .filter(([, counts]) => counts.up !== 0 || counts.down !== 0 || counts.participants !== 0)
    .map(([time, counts]) => ({ scope, at: time, ...counts }))
}

function newestStanding(reports: readonly OwnReport[]): string | null {
  const times = reports.filter(({ value }) => value !== null).map(({ received_at }) => received_at)
  return times.reduce<string | null>(
    (newest, time) => (newest === null || time > newest ? time : newest),
    null,
  )
}
