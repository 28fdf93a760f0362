import type { ScopeName } from './operation.ts'

/** The roles that a token can be issued with. */
export const PRESETS = {
  contributor: ['read', 'propose'],
  trusted_author: ['read', 'propose', 'publish_direct'],
  reviewer: ['read', 'review'],
  curator: ['read', 'propose', 'publish_direct', 'review', 'curate'],
  administrator: ['read', 'propose', 'publish_direct', 'review', 'curate', 'admin'],
} as const satisfies Record<string, readonly ScopeName[]>

export type PresetName = keyof typeof PRESETS
