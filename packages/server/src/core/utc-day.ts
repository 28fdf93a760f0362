const INSTANT = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(?:\.(\d{1,9}))?Z$/
/** What every time of ours has: its day is read off, without the price of a Date. */
const NORMAL_FORM = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/
const FIRST = Date.parse('0000-01-01T00:00:00.000Z')
const LAST = Date.parse('9999-12-31T23:59:59.999Z')
const SECOND = 1000
const HOUR = 3600 * SECOND
const DAY = 24 * HOUR

/**
 * The normal form `YYYY-MM-DDTHH:MM:SS.mmmZ` of a UTC instant, or null when it is none.
 * What is finer than a millisecond is cut off.
 */
export function parseInstant(text: string): string | null {
  const [, seconds, fraction = ''] = INSTANT.exec(text) ?? []
  if (seconds === undefined) return null
  const normal = `${seconds}.${fraction.slice(0, 3).padEnd(3, '0')}Z`
  const time = Date.parse(normal)
  // Date rolls 30 February and hour 24 over to another day, so that its own form differs then.
  return !Number.isNaN(time) && new Date(time).toISOString() === normal ? normal : null
}

export function isIsoInstant(text: string): boolean {
  return parseInstant(text) !== null
}

/** The day of quotas, as `YYYY-MM-DD`. */
export function utcDay(now: string): string {
  if (!NORMAL_FORM.test(now)) throw new RangeError('not an instant')
  return now.slice(0, 10)
}

export function startOfUtcDay(now: string): string {
  return `${utcDay(now)}T00:00:00.000Z`
}

export function nextUtcMidnight(now: string): string {
  return addDays(startOfUtcDay(now), 1)
}

/** Now, or the first instant after the last one: times that tell an order increase, also when the clock does not. */
export function nextInstant(last: string | null, now: string): string {
  return last !== null && last >= now ? new Date(Date.parse(last) + 1).toISOString() : now
}

/** UTC days have no summer time: a day is 86,400 seconds. */
export function addDays(iso: string, days: number): string {
  return shift(iso, days * DAY)
}

export function addHours(iso: string, hours: number): string {
  return shift(iso, hours * HOUR)
}

export function addSeconds(iso: string, seconds: number): string {
  return shift(iso, seconds * SECOND)
}

/** The last answer for each distance, of which there are few: a request and those beside it ask for the same. */
const shifted = new Map<number, { readonly from: string; readonly to: string }>()

/** Stays within the years 0000 to 9999: others have another form, which would compare wrongly as text. */
function shift(iso: string, milliseconds: number): string {
  const last = shifted.get(milliseconds)
  if (last?.from === iso) return last.to
  const time = Date.parse(iso) + milliseconds
  if (Number.isNaN(time)) throw new RangeError('not an instant')
  const to = new Date(Math.min(Math.max(time, FIRST), LAST)).toISOString()
  shifted.set(milliseconds, { from: iso, to })
  return to
}
