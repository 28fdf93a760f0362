import { AUDIENCE } from '../../catalog/apply-lineage.ts'
import { type Caller, hasGrant, mayCurate } from '../../core/authority.ts'
import type { LineageNode } from './store.ts'

/** What a caller sees of the graph of a topic that it can read; a graph never leaves its topic. */
export interface Eyes {
  /** The narrowest audience that the caller belongs to as a whole. */
  readonly audience: number
  /** Whose own proposals are seen besides; null where there can be none, or all are seen. */
  readonly owner: string | null
}

export function eyesOf(caller: Caller, topicId: string): Eyes {
  if (mayCurate(caller, topicId)) return { audience: AUDIENCE.author, owner: null }
  if (hasGrant(caller, topicId)) return { audience: AUDIENCE.granted, owner: caller.identityId }
  return { audience: AUDIENCE.public, owner: null }
}

export function isSeen(eyes: Eyes, node: Pick<LineageNode, 'audience' | 'owner_id'>): boolean {
  return node.audience <= eyes.audience || (eyes.owner !== null && node.owner_id === eyes.owner)
}
