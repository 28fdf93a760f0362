// Expands a recurring event as one would at first: with the arithmetic of Date, without the articles of /calendar-recurrence.
//   colophon try --topic calendar-recurrence -- node recurrence-at-first.js
const DAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']
const MOST = 50

/** The clock of the zone is asked once, for the start. */
function offsetOf(zone, date) {
  if (zone === null) return ''
  const written = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' }).format(
    date,
  )
  return /GMT([+-]\d\d:\d\d)$/.exec(written)?.[1] ?? '+00:00'
}

const STEPS = {
  DAILY: (date, interval) => date.setUTCDate(date.getUTCDate() + interval),
  WEEKLY: (date, interval) => date.setUTCDate(date.getUTCDate() + 7 * interval),
  MONTHLY: (date, interval) => date.setUTCMonth(date.getUTCMonth() + interval),
  YEARLY: (date, interval) => date.setUTCFullYear(date.getUTCFullYear() + interval),
}

function matches(rule, date) {
  const isOn = (name, value) => !rule[name] || rule[name].split(',').map(Number).includes(value)
  return (
    isOn('BYMONTH', date.getUTCMonth() + 1) &&
    isOn('BYMONTHDAY', date.getUTCDate()) &&
    (!rule.BYDAY || rule.BYDAY.includes(DAYS[date.getUTCDay()]))
  )
}

function expand({ dtstart, tzid, rrule, exdate = [], rdate = [] }) {
  const isAllDay = !dtstart.includes('T')
  const date = new Date(isAllDay ? `${dtstart}T00:00:00Z` : `${dtstart}Z`)
  const offset = offsetOf(tzid, date)
  const write = () =>
    isAllDay ? date.toISOString().slice(0, 10) : `${date.toISOString().slice(0, 19)}${offset}`
  const rule = Object.fromEntries((rrule ?? '').split(';').map((part) => part.split('=')))
  const until = rule.UNTIL?.replace(/^(\d{4})(\d\d)(\d\d)/, '$1-$2-$3').slice(0, 10)
  const found = []
  // Where a rule names days, every day is looked at.
  const step = rule.BYDAY || rule.BYMONTHDAY ? STEPS.DAILY : STEPS[rule.FREQ]
  const interval = rule.BYDAY || rule.BYMONTHDAY ? 1 : Number(rule.INTERVAL ?? 1)
  for (let tries = 0; tries < 20_000 && found.length < Number(rule.COUNT ?? MOST); tries += 1) {
    if (until !== undefined && date.toISOString().slice(0, 10) > until) break
    if (matches(rule, date) && !exdate.includes(dtstart.length === 10 ? write() : write().slice(0, 19)))
      found.push(write())
    step?.(date, interval)
    if (rrule === null) break
  }
  return [...found, ...rdate].sort()
}

let text = ''
for await (const part of process.stdin) text += part
process.stdout.write(JSON.stringify(expand(JSON.parse(text))))
