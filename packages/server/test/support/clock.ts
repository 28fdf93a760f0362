/** A clock that stands still until a test moves it. */
export interface TestClock {
  now(): string
  advance(span: { days?: number; hours?: number; minutes?: number; seconds?: number }): void
  set(instant: string): void
  /** Milliseconds that have really passed. */
  elapsed(): number
  /** Shows another time from now on, while none passes. */
  misread(span: { days: number }): void
}

const DAY = 86_400_000
const START = '2026-03-02T09:30:00.000Z'

export function createTestClock(start = START): TestClock {
  let milliseconds = Date.parse(start)
  let wrong = 0
  return {
    now: () => new Date(milliseconds + wrong).toISOString(),
    advance({ days = 0, hours = 0, minutes = 0, seconds = 0 }) {
      milliseconds += days * DAY + hours * 3_600_000 + minutes * 60_000 + seconds * 1000
    },
    set(instant) {
      milliseconds = Date.parse(instant)
    },
    elapsed: () => milliseconds,
    misread({ days }) {
      wrong = days * DAY
    },
  }
}
