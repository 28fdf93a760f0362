import type { Static } from 'typebox'
import type { Preset } from './fields.ts'
import type { ScopeName } from './operation.ts'

export type PresetName = Static<typeof Preset>

/** The roles that a token can be issued with. */
export const PRESETS = {
  contributor: ['read', 'propose'],
  trusted_author: ['read', 'propose', 'publish_direct'],
  reviewer: ['read', 'review'],
  curator: ['read', 'propose', 'publish_direct', 'review', 'curate'],
  administrator: ['read', 'propose', 'publish_direct', 'review', 'curate', 'admin'],
} as const satisfies Record<PresetName, readonly ScopeName[]>
