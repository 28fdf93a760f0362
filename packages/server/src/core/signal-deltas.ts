import { utcDay } from './utc-day.ts'

/**
 * Reports of an identity that lie so many days apart or fewer are those of one participant, who is counted at the
 * last of them. No window is longer, so that each counts everybody once.
 */
export const COUNTED_DAYS = 31

/** A report as far as counting needs it. */
interface CountedReport {
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

export interface Changed {
  readonly entryId: string
  /** The report before; null for a new one. */
  readonly before: CountedReport | null
  readonly after: CountedReport
  /** The identity's other reports of the entry, at least those near this one. */
  readonly others: readonly CountedReport[]
}

/** What a change of one report does to the counts of its revision and of its entry. */
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
  for (const time of participations(before === null ? others : [...others, before]))
    at(time).participants -= 1
  for (const time of participations([...others, after])) at(time).participants += 1
  return [...counted]
    .filter(([, counts]) => counts.up !== 0 || counts.down !== 0 || counts.participants !== 0)
    .map(([time, counts]) => ({ scope, at: time, ...counts }))
}

/** The times at which an identity with these reports is counted as a participant. */
function participations(reports: readonly CountedReport[]): string[] {
  const times = reports
    .filter(({ value }) => value !== null)
    .map(({ received_at }) => received_at)
    .sort()
  return times.filter((time, place) => {
    const next = times[place + 1]
    return next === undefined || daysBetween(time, next) > COUNTED_DAYS
  })
}

function daysBetween(earlier: string, later: string): number {
  return (Date.parse(utcDay(later)) - Date.parse(utcDay(earlier))) / 86_400_000
}
