import type { AnswerOf, Operations } from '@colophon/contract'
import { html, type Markup } from '../html.ts'

type ReviewMode = AnswerOf<Operations['getEntry']>['mode']

const WORDS: Readonly<Record<ReviewMode, { name: string; meaning: string }>> = {
  reviewed: { name: 'Reviewed', meaning: 'published after editorial review' },
  direct: { name: 'Direct', meaning: 'published without prior editorial review' },
  admin_override: { name: 'Override', meaning: 'published by an administrator, past the reviews' },
}

export const MODE_LABELS = Object.keys(WORDS) as ReviewMode[]

export function modeName(mode: ReviewMode): string {
  return WORDS[mode].name
}

/** How something came to be published, within a sentence. */
export function modeWords(mode: ReviewMode): string {
  return WORDS[mode].meaning
}

/** How something came to be published: a mark in a list. */
export function modeMark(mode: ReviewMode): Markup {
  const { name, meaning } = WORDS[mode]
  return html`<span class=${`mark ${mode}`} title=${meaning}>${name}</span>`
}

/** The same with its meaning in words, at the head of what was published. */
export function modeNotice(mode: ReviewMode): Markup {
  return html`<p class="mode">${modeMark(mode)} <span>This revision was ${WORDS[mode].meaning}.</span></p>`
}

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
