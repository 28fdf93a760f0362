import { BYTE_LIMITS, OPERATIONS, type Operation, type OperationId } from '@colophon/contract'
import { ANY_READER, type Caller, hasAccess } from '../../core/authority.ts'

/** A door to an operation: what it takes, answers and refuses follows from the contract. */
export interface Tool {
  readonly name: string
  readonly operation: OperationId
  /** Operations that find what to read by another name; their answers have it as `content_hash`. */
  readonly finders?: readonly OperationId[]
}

/** Every tool: a line each, and nothing of a tool is written anywhere else. */
export const TOOLS: readonly Tool[] = [
  { name: 'search', operation: 'search' },
  { name: 'read', operation: 'readObject', finders: ['resolvePath', 'getEntry'] },
  { name: 'topics', operation: 'listTopics' },
  { name: 'index', operation: 'listIndex' },
  { name: 'status', operation: 'getStatus' },
  { name: 'diff', operation: 'diffRevisions' },
  { name: 'lineage', operation: 'getLineage' },
  { name: 'signal', operation: 'reportSignal' },
  { name: 'feedback', operation: 'sendFeedback' },
  { name: 'claim', operation: 'claimTask' },
  { name: 'heartbeat', operation: 'renewLease' },
  { name: 'submit', operation: 'createSubmission' },
  { name: 'review', operation: 'createReview' },
  { name: 'publish', operation: 'publishCandidate' },
]

export function findTool(name: string): Tool | null {
  return TOOLS.find((tool) => tool.name === name) ?? null
}

export function operationOf(tool: Tool): Operation {
  return OPERATIONS[tool.operation]
}

/** The tools that are offered: those that are open to everybody who registers, and those that the bearer allows. */
export function offeredTo(caller: Caller): readonly Tool[] {
  return TOOLS.filter((tool) => {
    const { access } = operationOf(tool)
    return hasAccess(access, caller) || hasAccess(access, ANY_READER)
  })
}

/** The bytes that a message may have: as many as the largest body that the caller may send over HTTP. */
export function largestMessage(caller: Caller): number {
  const open = TOOLS.map(operationOf).filter(({ access }) => hasAccess(access, caller))
  return Math.max(...open.map(({ bodyLimit = 'request' }) => BYTE_LIMITS[bodyLimit]))
}
