import type { Manuscript } from '../markdown/render-markdown.ts'
import type { Drawing } from './graph-layout.ts'

/** What the setting process is sent. */
export type Work =
  | { readonly kind: 'text'; readonly manuscript: Manuscript }
  | { readonly kind: 'drawing'; readonly drawing: Drawing }

/** The first thing that the setting process says. */
export const READY = 'ready'

/** `too-much` to be done in time or in memory; `not-tried` because of what was before it, or for want of a process. */
export type Failure = 'too-much' | 'not-tried'
