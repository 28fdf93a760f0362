/**
 * A clock that never goes back, whatever its readings do: a lease that was over stays over. While the
 * readings are behind what was told before, it goes on by the milliseconds that have passed.
 */
export function createSteadyClock(elapsed: () => number): (reading: string) => string {
  let anchor = { at: Number.NEGATIVE_INFINITY, elapsed: 0 }
  return (reading) => {
    const tick = elapsed()
    const expected = anchor.at + (tick - anchor.elapsed)
    const told = Date.parse(reading)
    // Kept while readings agree with it: the fractions of a millisecond that they lack must not add up.
    if (told > expected) anchor = { at: told, elapsed: tick }
    return new Date(Math.floor(Math.max(told, expected))).toISOString()
  }
}
