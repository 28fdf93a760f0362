import { OPERATIONS, type Operation, type OperationId } from '@colophon/contract'

/** A tool of the first names: its arguments and its answer are those of an operation, in JSON. */
export interface ToolAlias {
  readonly name: string
  readonly operation: OperationId
  /** Operations that find what to read by another name; their answers have it as `content_hash`. */
  readonly finders?: readonly OperationId[]
}

/** The first names of tools. No list shows them; clients that know them go on as before. */
export const TOOL_ALIASES: readonly ToolAlias[] = [
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

export function findToolAlias(name: string): ToolAlias | null {
  return TOOL_ALIASES.find((alias) => alias.name === name) ?? null
}

/** The names of an operation's arguments, wherever it has them. */
export function argumentNames(id: OperationId): string[] {
  const { params = {}, query, body }: Operation = OPERATIONS[id]
  return [params, propertiesOf(query), propertiesOf(body)].flatMap((part) => Object.keys(part))
}

function propertiesOf(schema: unknown): object {
  return (schema as { properties?: object } | undefined)?.properties ?? {}
}
