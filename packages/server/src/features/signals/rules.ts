import { SIGNAL_MEANINGS } from '@colophon/contract'
import { changedSince } from '../../core/problem.ts'
import type { SignalReportRow } from '../../storage/rows/signals.ts'

const DAY_SECONDS = 86_400

type SignalMark = 'up' | 'down'

/** What a report says. */
export interface SignalReport {
  readonly value: SignalMark | null
  readonly comment: string | null
}

/** A report as a correction asks for it; a comment that is left out stays. */
interface CorrectionBody {
  readonly expected_event_id: string
  readonly value: SignalMark | null
  readonly comment?: string | null | undefined
}

export function reportOf(report: SignalReportRow): SignalReport {
  return { value: report.value as SignalMark | null, comment: report.comment }
}

export function isSameReport(one: SignalReport, other: SignalReport): boolean {
  return one.value === other.value && one.comment === other.comment
}

/** What a correction makes of a report; null where it changes nothing. Refuses one that has not seen the last event. */
export function decideCorrection(report: SignalReportRow, body: CorrectionBody): SignalReport | null {
  if (body.expected_event_id !== report.last_event_id)
    throw changedSince('The last event of the report', report.last_event_id)
  const before = reportOf(report)
  const after = { value: body.value, comment: body.comment === undefined ? before.comment : body.comment }
  return isSameReport(before, after) ? null : after
}

/** Taking back what stands costs nothing, so that nobody is held to a word for lack of an allowance. */
export function isWithdrawal(before: SignalReport, after: SignalReport | null): boolean {
  return before.value !== null && after !== null && after.value === null
}

export function meaningOf(value: SignalMark | null): string | null {
  return value === null ? null : SIGNAL_MEANINGS[value]
}

/** Of the reports of 30 days. Rates need a full day; then they are those of the 30 days, or of as many as there were. */
export function collectionOf({ up, down }: { up: number; down: number }, startedAt: string, now: string) {
  const age = Math.max(0, (Date.parse(now) - Date.parse(startedAt)) / 1000)
  const days = Math.min(age / DAY_SECONDS, 30)
  return {
    started_at: startedAt,
    age_seconds: Math.floor(age),
    up_per_day: age < DAY_SECONDS ? null : up / days,
    down_per_day: age < DAY_SECONDS ? null : down / days,
  }
}
