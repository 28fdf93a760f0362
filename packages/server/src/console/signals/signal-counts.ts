import type { AnswerOf, Operations } from '@colophon/contract'

export type SignalItem = AnswerOf<Operations['listSignals']>['items'][number]

export interface DayCount {
  readonly day: string
  readonly up: number
  readonly down: number
}

interface RevisionCount {
  readonly target_hash: string
  readonly title: string
  readonly path: string
  readonly up: number
  readonly down: number
}

const DAY_MILLISECONDS = 86_400_000

/** Each report once, as its newest event left it; one that was withdrawn has no value. */
function standingReports(events: readonly SignalItem[]): SignalItem[] {
  return [...new Map(events.map((event) => [event.report_id, event])).values()]
}

/** Reports by the UTC day on which they were received, for every day between the two. */
export function countByDay(
  events: readonly SignalItem[],
  { from, until }: { from: string; until: string },
): DayCount[] {
  const counts = new Map<string, { up: number; down: number }>()
  for (let day = Date.parse(from.slice(0, 10)); day <= Date.parse(until); day += DAY_MILLISECONDS)
    counts.set(new Date(day).toISOString().slice(0, 10), { up: 0, down: 0 })
  for (const { value, received_at } of standingReports(events)) {
    const count = counts.get(received_at.slice(0, 10))
    if (count !== undefined && value !== null) count[value] += 1
  }
  return [...counts].map(([day, count]) => ({ day, ...count }))
}

/** The revisions with the most reports. */
export function countByRevision(events: readonly SignalItem[], most: number): RevisionCount[] {
  const counts = new Map<string, RevisionCount>()
  for (const { value, target_hash, title, path } of standingReports(events)) {
    if (value === null) continue
    const before = counts.get(target_hash) ?? { target_hash, title, path, up: 0, down: 0 }
    counts.set(target_hash, { ...before, [value]: before[value] + 1 })
  }
  return [...counts.values()].sort((one, other) => other.up + other.down - one.up - one.down).slice(0, most)
}
