import { OPERATIONS, type OperationId } from '@colophon/contract'
import type { CallToolResult } from '@modelcontextprotocol/server'
import type { App } from '../../app.ts'
import { isWritten, readAnswer } from '../../core/written-answer.ts'
import { invoke, type Outcome } from '../../road/invoke.ts'
import type { Credential } from '../../road/request.ts'
import { logFault } from '../http/exchange-safely.ts'
import { asProblem } from '../http/problem-document.ts'
import { type Arguments, partsOf } from './call-parts.ts'
import { answerResult, objectResult, problemResult } from './results.ts'
import { argumentsFor } from './tool-schemas.ts'
import type { Tool } from './tools.ts'

/** Who calls, and in which request. */
export interface Visit {
  readonly app: App
  readonly credential: Credential
  readonly requestId: string
}

/** The one way in which a tool reaches anything: its operation, with its visitor's credential. */
export async function callTool(visit: Visit, tool: Tool, given: Arguments): Promise<CallToolResult> {
  try {
    if (tool.finders) return await readFound(visit, tool, given)
    return answerResult(visit, await call(visit, tool.operation, given))
  } catch (error) {
    const failed = asProblem(error)
    if (failed.code === 'overloaded') logFault(visit, failed.cause)
    return problemResult(visit, failed)
  }
}

function call(
  { app, credential, requestId }: Visit,
  operation: OperationId,
  given: Arguments,
): Promise<Outcome> {
  const parts = partsOf(OPERATIONS[operation], given)
  return invoke(app, { operation, credential, requestId, network: null, ...parts })
}

/** Reads bytes by the name that was given, and what is known about them by their hash. */
async function readFound(visit: Visit, tool: Tool, given: Arguments): Promise<CallToolResult> {
  const finder = tool.finders?.find((id) => names(id).some((name) => (given[name] ?? null) !== null))
  const hash = finder === undefined ? given : hashIn(await call(visit, finder, given))
  const object = await call(visit, tool.operation, hash)
  return objectResult(visit, object, await call(visit, 'getObject', hash))
}

function names(id: OperationId): string[] {
  return Object.keys(argumentsFor(OPERATIONS[id]))
}

function hashIn({ body }: Outcome): Arguments {
  const entry = isWritten(body) ? readAnswer(body) : body
  return { sha256: (entry as { content_hash?: unknown }).content_hash }
}
