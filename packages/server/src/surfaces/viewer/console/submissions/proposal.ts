import type { Reference } from '@colophon/contract'
import type { Door } from '../../door.ts'

/** What a proposal says: its bytes are canonical JSON that the press wrote. */
export interface Proposal {
  readonly body: string
  readonly references: readonly Reference[]
  readonly observed_at: string | null
  readonly refresh_after: string | null
  readonly applicability: string | null
}

export async function readProposal(door: Door, sha256: string): Promise<Proposal> {
  const bytes = await door.call('readObject', { params: { sha256 } })
  return JSON.parse(Buffer.from(bytes).toString('utf8')) as Proposal
}
