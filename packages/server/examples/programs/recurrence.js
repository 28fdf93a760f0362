// Expands a recurring event as the articles of /calendar-recurrence say. One event as JSON on stdin, its occurrences on stdout:
//   colophon try --topic calendar-recurrence -- node recurrence.js
// Local times are numbers of milliseconds as if they were of UTC.
const DAY = 86_400_000
const DAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']
/** Endless rules end here: a case lists what it expects. */
const MOST = 1000

const readLocal = (text) => Date.parse(`${text}${text.includes('T') ? '' : 'T00:00:00'}Z`)
const dayOf = (local) => Math.floor(local / DAY)
const partsOf = (day) => {
  const date = new Date(day * DAY)
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    date: date.getUTCDate(),
    weekday: date.getUTCDay(),
  }
}
const dayAt = (year, month, date) => Date.UTC(year, month - 1, date) / DAY
const daysIn = (year, month) => dayAt(year, month + 1, 1) - dayAt(year, month, 1)
const numbers = (text) => text?.split(',').map(Number)

/** Its offset in minutes at an instant, as the time zone database has it. */
function offsetAt(instant, zone) {
  const written = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' }).format(
    instant,
  )
  const [, sign, hours, minutes] = /GMT([+-])(\d\d):(\d\d)$/.exec(written) ?? [null, '+', 0, 0]
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}

/** A time that a clock shows twice is the first; one that it skips has the offset from before (RFC 5545, section 3.3.5). */
function instantOf(local, zone) {
  if (zone === null) return local
  const [before, after] = [offsetAt(local - DAY, zone), offsetAt(local + DAY, zone)]
  const fits = [before, after].filter((offset) => offsetAt(local - offset * 60_000, zone) === offset)
  return local - (fits[0] ?? before) * 60_000
}

function readRule(text) {
  const rule = Object.fromEntries(text.split(';').map((part) => part.split('=')))
  const lists = ['BYMONTH', 'BYMONTHDAY', 'BYYEARDAY', 'BYWEEKNO', 'BYHOUR', 'BYMINUTE', 'BYSETPOS']
  for (const name of lists) rule[name] = numbers(rule[name])
  rule.BYDAY = rule.BYDAY?.split(',').map((one) => ({
    nth: Number(one.slice(0, -2)),
    weekday: DAYS.indexOf(one.slice(-2)),
  }))
  return { ...rule, INTERVAL: Number(rule.INTERVAL ?? 1), WKST: DAYS.indexOf(rule.WKST ?? 'MO') }
}

/** What a rule leaves open it takes from the start. */
function withDefaults(rule, start) {
  const { month, date, weekday } = partsOf(dayOf(start))
  const own = [{ nth: 0, weekday }]
  const hasDay = rule.BYMONTHDAY || rule.BYYEARDAY || rule.BYDAY
  if (rule.FREQ === 'WEEKLY') return { BYDAY: own, ...defined(rule) }
  if (rule.FREQ === 'MONTHLY') return hasDay ? rule : { ...rule, BYMONTHDAY: [date] }
  if (rule.FREQ !== 'YEARLY' || hasDay) return rule
  if (rule.BYWEEKNO) return { ...rule, BYDAY: own }
  return { ...rule, BYMONTH: rule.BYMONTH ?? [month], BYMONTHDAY: [date] }
}

const defined = (rule) => Object.fromEntries(Object.entries(rule).filter(([, value]) => value !== undefined))

/** The first day of the period that begins so many periods after that of the start, and the day behind its last. */
function periodAt(rule, start, index) {
  const first = dayOf(start)
  const { year, month, weekday } = partsOf(first)
  const step = index * rule.INTERVAL
  if (rule.FREQ === 'YEARLY') return [dayAt(year + step, 1, 1), dayAt(year + step + 1, 1, 1)]
  if (rule.FREQ === 'MONTHLY') return [dayAt(year, month + step, 1), dayAt(year, month + step + 1, 1)]
  if (rule.FREQ === 'DAILY') return [first + step, first + step + 1]
  const begin = first - ((weekday - rule.WKST + 7) % 7) + step * 7
  return [begin, begin + 7]
}

/** Whether a number or its place from the end (-1 is the last of `count`) is in a list; a rule without the list says nothing. */
const has = (list, number, count) => !list || list.includes(number) || list.includes(number - count - 1)

/** Weeks begin on WKST, and the first has four days in the year. */
function weekOf(day, wkst) {
  const firstOf = (year) => {
    const day = dayAt(year, 1, 4)
    return day - ((partsOf(day).weekday - wkst + 7) % 7)
  }
  const { year } = partsOf(day)
  const own = [year + 1, year, year - 1].find((one) => firstOf(one) <= day)
  return [(day - firstOf(own) - ((day - firstOf(own)) % 7)) / 7 + 1, (firstOf(own + 1) - firstOf(own)) / 7]
}

function matchesWeekday(rule, day) {
  if (!rule.BYDAY) return true
  const { year, month, date, weekday } = partsOf(day)
  const isInMonth = rule.FREQ === 'MONTHLY' || rule.BYMONTH
  const [place, count] = isInMonth
    ? [date, daysIn(year, month)]
    : [day - dayAt(year, 1, 1) + 1, dayAt(year + 1, 1, 1) - dayAt(year, 1, 1)]
  const nth = Math.ceil(place / 7)
  const fromEnd = -Math.ceil((count - place + 1) / 7)
  return rule.BYDAY.some(
    (one) => one.weekday === weekday && (one.nth === 0 || one.nth === nth || one.nth === fromEnd),
  )
}

function matches(rule, day) {
  const { year, month, date } = partsOf(day)
  const inYear = dayAt(year + 1, 1, 1) - dayAt(year, 1, 1)
  return (
    has(rule.BYMONTH, month, 12) &&
    has(rule.BYMONTHDAY, date, daysIn(year, month)) &&
    has(rule.BYYEARDAY, day - dayAt(year, 1, 1) + 1, inYear) &&
    has(rule.BYWEEKNO, ...weekOf(day, rule.WKST)) &&
    matchesWeekday(rule, day)
  )
}

/** Days that a month does not have: RFC 7529 may move them (SKIP), else they are left out. */
function skippedDays(rule, [from, to]) {
  if (!rule.SKIP || rule.SKIP === 'OMIT') return []
  const found = []
  for (let day = from; day < to; day += daysIn(partsOf(day).year, partsOf(day).month)) {
    const { year, month } = partsOf(day)
    const last = daysIn(year, month)
    if (!has(rule.BYMONTH, month, 12)) continue
    for (const date of rule.BYMONTHDAY ?? [])
      if (date > last) found.push(dayAt(year, month, last) + (rule.SKIP === 'FORWARD' ? 1 : 0))
  }
  return found
}

function timesOf(rule, start, isAllDay) {
  const time = start - dayOf(start) * DAY
  if (isAllDay) return [0]
  const hours = rule.BYHOUR ?? [Math.floor(time / 3_600_000)]
  const minutes = rule.BYMINUTE ?? [Math.floor(time / 60_000) % 60]
  return hours.flatMap((hour) =>
    minutes.map((minute) => hour * 3_600_000 + minute * 60_000 + (time % 60_000)),
  )
}

function* localsOf(text, start, isAllDay) {
  if (text === null) return yield start
  const rule = withDefaults(readRule(text), start)
  const times = timesOf(rule, start, isAllDay)
  for (let index = 0; index < MOST * 10; index += 1) {
    const period = periodAt(rule, start, index)
    const days = new Set(skippedDays(rule, period))
    for (let day = period[0]; day < period[1]; day += 1) if (matches(rule, day)) days.add(day)
    const set = [...days]
      .flatMap((day) => times.map((time) => day * DAY + time))
      .sort((one, other) => one - other)
    yield* set.filter((local, place) => local >= start && has(rule.BYSETPOS, place + 1, set.length))
  }
}

/** UNTIL with a Z is an instant, without one a local time or the last day. */
function isOver(local, until, zone) {
  if (until === undefined) return false
  const [, year, month, day, time = '', z] = /^(\d{4})(\d\d)(\d\d)(?:T(\d{6}))?(Z?)$/.exec(until)
  const clock = time === '' ? 'T23:59:59' : `T${time.match(/../g).join(':')}`
  const end = readLocal(`${year}-${month}-${day}${clock}`)
  return (z === 'Z' ? instantOf(local, zone) : local) > end
}

function expand({ dtstart, tzid, rrule, exdate = [], rdate = [], overrides = [], limit = MOST }) {
  const isAllDay = !dtstart.includes('T')
  const start = readLocal(dtstart)
  const { COUNT = limit, UNTIL } = rrule === null ? {} : readRule(rrule)
  const locals = new Set()
  for (const local of localsOf(rrule, start, isAllDay)) {
    if (locals.size >= Number(COUNT) || isOver(local, UNTIL, tzid)) break
    locals.add(local)
  }
  for (const date of rdate) locals.add(readLocal(date))
  const instantAt = (text) => (text.endsWith('Z') ? Date.parse(text) : instantOf(readLocal(text), tzid))
  const removed = new Set(exdate.map(instantAt))
  const kept = [...locals].filter((local) => !removed.has(instantOf(local, tzid)))
  return override(
    kept.sort((one, other) => one - other),
    overrides,
  )
}

/** An exception counts before the series that goes on from another one. */
function override(locals, overrides) {
  const own = new Map(overrides.map((one) => [readLocal(one.recurrence_id), one]))
  const series = overrides.filter(({ range }) => range === 'THISANDFUTURE')
  const moved = locals.flatMap((local) => {
    const one = own.get(local)
    if (one) return one.status === 'CANCELLED' ? [] : [readLocal(one.dtstart)]
    const from = series.findLast(({ recurrence_id }) => readLocal(recurrence_id) <= local)
    return [from ? local + readLocal(from.dtstart) - readLocal(from.recurrence_id) : local]
  })
  return moved.sort((one, other) => one - other)
}

function write(instant, { tzid, dtstart }) {
  if (!dtstart.includes('T')) return new Date(instant).toISOString().slice(0, 10)
  const offset = tzid === null ? 0 : offsetAt(instant, tzid)
  const text = new Date(instant + offset * 60_000).toISOString().slice(0, 19)
  if (tzid === null) return text
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60]
  const two = (number) => String(number).padStart(2, '0')
  return `${text}${offset < 0 ? '-' : '+'}${two(hours)}:${two(minutes)}`
}

/** Days are days of the calendar, hours are hours that pass. */
function endOf(local, { duration, tzid }) {
  const [, days = 0, hours = 0, minutes = 0] = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?)?$/.exec(duration)
  return instantOf(local + Number(days) * DAY, tzid) + Number(hours) * 3_600_000 + Number(minutes) * 60_000
}

let text = ''
for await (const part of process.stdin) text += part
const event = JSON.parse(text)
const occurrences = expand(event).map((local) => {
  const start = write(instantOf(local, event.tzid), event)
  return event.duration === undefined ? start : { start, end: write(endOf(local, event), event) }
})
process.stdout.write(JSON.stringify(occurrences))
