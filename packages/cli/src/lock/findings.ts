import type { AnswerOf, Operations } from '@colophon/contract'
import type { Pin } from './lock.ts'

/** Where a revision stands, as the contract has it. */
export type PinStatus = AnswerOf<Operations['getStatus']>['items'][number]

/** What an audit may find of a pin, the gravest first. */
export const PIN_FINDINGS = ['retired', 'unknown', 'challenged', 'superseded', 'due'] as const

/** One of them. */
export type PinFinding = (typeof PIN_FINDINGS)[number]

/** A pin, where its revision stands, and what that means; nothing where it is as it was. */
export interface AuditedPin {
  readonly pin: Pin
  readonly status: PinStatus
  /** The gravest first. */
  readonly findings: readonly PinFinding[]
}

const OF_STATE: Readonly<Record<PinStatus['state'], PinFinding | null>> = {
  current: null,
  superseded: 'superseded',
  retired: 'retired',
  unknown: 'unknown',
}

const OF_FRESHNESS: Readonly<Record<NonNullable<PinStatus['freshness']> | 'challenged', PinFinding | null>> =
  {
    fresh: null,
    due: 'due',
    challenged: 'challenged',
  }

/** What is to be known of a pin whose revision stands like this. */
export function auditPin(pin: Pin, status: PinStatus): AuditedPin {
  const { state, freshness } = status
  const found = new Set([OF_STATE[state], freshness === null ? null : OF_FRESHNESS[freshness]])
  return { pin, status, findings: PIN_FINDINGS.filter((finding) => found.has(finding)) }
}

/** How many pins have each finding, and how many have none. A pin with two is counted twice. */
export function countFindings(audited: readonly AuditedPin[]): Record<PinFinding | 'pins' | 'sound', number> {
  const counts = {
    pins: audited.length,
    sound: 0,
    retired: 0,
    unknown: 0,
    challenged: 0,
    superseded: 0,
    due: 0,
  }
  for (const { findings } of audited) {
    if (findings.length === 0) counts.sound += 1
    for (const finding of findings) counts[finding] += 1
  }
  return counts
}
