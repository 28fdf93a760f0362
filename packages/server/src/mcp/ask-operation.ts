import { type AnswerOf, OPERATIONS, type OperationId, type Operations } from '@colophon/contract'
import type { App } from '../app.ts'
import type { Caller } from '../core/authority.ts'
import { bodyValueInTurns } from '../core/written-answer.ts'
import { dispatch, type Outcome } from '../pipeline/dispatch.ts'
import type { Credential } from '../pipeline/request.ts'
import { callParts } from './call-parts.ts'
import type { ToolArguments } from './tool.ts'

/** Who speaks, and in which request. */
export interface ToolContext {
  readonly app: App
  readonly caller: Caller
  readonly credential: Credential
  readonly requestId: string
  /** Tells the client's network: registration asks. */
  readonly network: () => string | null
}

/** The one way in which MCP reaches anything: an operation, with its visitor's credential. */
export function dispatchOperation(
  context: ToolContext,
  operation: OperationId,
  given: ToolArguments,
): Promise<Outcome> {
  const { app, credential, requestId, network } = context
  const parts = callParts(OPERATIONS[operation], given)
  return dispatch(app, { operation, credential, requestId, network, ...parts })
}

/** The same, for those who only want the answer. */
export async function askOperation<Id extends OperationId>(
  context: ToolContext,
  operation: Id,
  given: ToolArguments,
): Promise<AnswerOf<Operations[Id]>> {
  const { body } = await dispatchOperation(context, operation, given)
  // The pipeline has trimmed it to the operation's schema.
  return (await bodyValueInTurns(body)) as AnswerOf<Operations[Id]>
}
