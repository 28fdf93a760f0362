import type { AnswerOf, Operations } from '@colophon/contract'
import type { Option } from '../fields.ts'

export type Token = AnswerOf<Operations['revokeToken']>

export const TOKENS = '/console/admin/tokens'

export const TOKEN_STATES: readonly Option[] = [
  { value: 'active', label: 'Active' },
  { value: 'expired', label: 'Expired' },
  { value: 'revoked', label: 'Revoked' },
]

export const PRESETS: readonly Option[] = [
  { value: 'contributor', label: 'Contributor', hint: 'Reads and proposes.' },
  { value: 'trusted_author', label: 'Trusted author', hint: 'Proposes, and publishes own work directly.' },
  { value: 'reviewer', label: 'Reviewer', hint: 'Reviews where the review grants say.' },
  { value: 'curator', label: 'Curator', hint: 'Decides what is published, and about its topics.' },
  { value: 'administrator', label: 'Administrator', hint: 'Everything, this room included.' },
]
