import type { AnswerOf, Operations } from '@colophon/contract'
import { html, type Markup } from '../html.ts'

export type Mode = AnswerOf<Operations['getEntry']>['mode']

const WORDS: Readonly<Record<Mode, { name: string; meaning: string }>> = {
  reviewed: { name: 'Reviewed', meaning: 'published after editorial review' },
  direct: { name: 'Direct', meaning: 'published without prior editorial review' },
  admin_override: { name: 'Override', meaning: 'published by an administrator, past the reviews' },
}

export const MODES = Object.keys(WORDS) as Mode[]

export function modeName(mode: Mode): string {
  return WORDS[mode].name
}

/** How something came to be published, within a sentence. */
export function modeWords(mode: Mode): string {
  return WORDS[mode].meaning
}

/** How something came to be published: a mark in a list. */
export function modeMark(mode: Mode): Markup {
  const { name, meaning } = WORDS[mode]
  return html`<span class=${`mark ${mode}`} title=${meaning}>${name}</span>`
}

/** The same with its meaning in words, at the head of what was published. */
export function modeNotice(mode: Mode): Markup {
  return html`<p class="mode">${modeMark(mode)} <span>This revision was ${WORDS[mode].meaning}.</span></p>`
}
