import { OPERATIONS } from '@colophon/contract'
import type { CallToolResult } from '@modelcontextprotocol/server'
import { hasAccess, requireAccess } from '../core/authority.ts'
import { type Problem, problem } from '../core/problem.ts'
import { bodyValue } from '../core/written-answer.ts'
import { logFault } from '../http/exchange-safely.ts'
import { asProblem } from '../http/problem-document.ts'
import { identify } from '../pipeline/caller.ts'
import type { Outcome } from '../pipeline/dispatch.ts'
import { argumentNames, type ToolAlias } from './aliases.ts'
import { askOperation, dispatchOperation, type ToolContext } from './ask-operation.ts'
import { problemText } from './problem-text.ts'
import { readArguments } from './read-arguments.ts'
import { answerResult, objectResult, problemResult } from './results.ts'
import type { Tool, ToolArguments, ToolCall } from './tool.ts'
import { operationOf } from './tools.ts'

/** Calls a tool; what is refused is an answer too, with what to do next. */
export async function callTool(
  context: ToolContext,
  tool: Tool,
  sent: ToolArguments,
): Promise<CallToolResult> {
  try {
    const own = await withBearer(context, tool, sent)
    requireAccess(operationOf(tool).access, own.caller)
    const { bearer: _, ...given } = readArguments(tool, sent)
    const blocks = await tool.run(openCall(own, given))
    return { content: blocks.map((text) => ({ type: 'text', text })) }
  } catch (error) {
    const failed = problemOf(context, error)
    const text = problemText(tool, failed)
    const { requestId: request_id } = context
    return { isError: true, content: [{ type: 'text', text }], _meta: { code: failed.code, request_id } }
  }
}

/** A bearer among the arguments stands for the one that a host cannot send; it never takes another's place. */
async function withBearer(
  context: ToolContext,
  { properties }: Tool,
  { bearer = null }: ToolArguments,
): Promise<ToolContext> {
  if (bearer === null || properties.bearer === undefined) return context
  if (typeof bearer !== 'string') throw problem('invalid_token', 'The bearer is not a text.')
  if (context.credential.authorization.length > 0) return context
  const credential = { ...context.credential, authorization: [`Bearer ${bearer}`] }
  return { ...context, credential, caller: await identify(context.app, credential) }
}

function openCall(context: ToolContext, given: ToolArguments): ToolCall {
  return {
    app: context.app,
    given,
    call: (operation, args = {}) => askOperation(context, operation, args),
    mayCall: (operation) => hasAccess(OPERATIONS[operation].access, context.caller),
  }
}

function problemOf(context: ToolContext, error: unknown): Problem {
  const failed = asProblem(error)
  if (failed.code === 'overloaded') logFault(context, failed.cause)
  return failed
}

/** Calls a tool by its first name: the answer of its operation as over HTTP. */
export async function callAlias(
  context: ToolContext,
  alias: ToolAlias,
  given: ToolArguments,
): Promise<CallToolResult> {
  try {
    if (alias.finders) return await readFound(context, alias, given)
    return answerResult(context, await dispatchOperation(context, alias.operation, given))
  } catch (error) {
    return problemResult(context, problemOf(context, error))
  }
}

/** Reads bytes by the name that was given, and what is known about them by their hash. */
async function readFound(
  context: ToolContext,
  alias: ToolAlias,
  given: ToolArguments,
): Promise<CallToolResult> {
  const finder = alias.finders?.find((id) => argumentNames(id).some((name) => (given[name] ?? null) !== null))
  const hash = finder === undefined ? given : hashIn(await dispatchOperation(context, finder, given))
  const object = await dispatchOperation(context, alias.operation, hash)
  return objectResult(context, object, await dispatchOperation(context, 'getObject', hash))
}

function hashIn({ body }: Outcome): ToolArguments {
  return { sha256: (bodyValue(body) as { content_hash?: unknown }).content_hash }
}
