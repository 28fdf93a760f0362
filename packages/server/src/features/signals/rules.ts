import { SIGNAL_MEANINGS } from '@colophon/contract'
import { changedSince } from '../../core/problem.ts'
import type { SignalReportRow } from '../../storage/rows/signals.ts'

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
