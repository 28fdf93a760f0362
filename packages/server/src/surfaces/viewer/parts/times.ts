import { html, type Markup } from '../html.ts'

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

/** The day of a timestamp, in UTC as everything here. */
export function day(timestamp: string): Markup {
  return html`<time datetime=${timestamp} title=${timestamp}>${dayText(timestamp)}</time>`
}

export function dayText(timestamp: string): string {
  const [year = '', month = '', date = ''] = timestamp.slice(0, 10).split('-')
  return `${Number(date)} ${MONTHS[Number(month) - 1]} ${year}`
}
