import { BYTE_LIMITS, OPERATIONS, type Operation } from '@colophon/contract'
import type { App } from '../app.ts'
import { type NamedResources, resolveResources } from '../catalog/visibility.ts'
import { type Allowance, allowancesOf, findAllowances, hasAllowances } from '../command/allowance.ts'
import type { Call, Reply } from '../command/call.ts'
import { refuseDuringMaintenance } from '../command/maintenance.ts'
import { ANONYMOUS, type Caller, requireAccess } from '../core/authority.ts'
import { Problem } from '../core/problem.ts'
import { trimAnswer } from '../core/trim.ts'
import { isWritten } from '../core/written-answer.ts'
import type { Db } from '../storage/storage.ts'
import { refuseCrossSite, requireOwnPage } from './browser.ts'
import { identify } from './caller.ts'
import { HANDLERS } from './handlers.ts'
import { idempotencyKeyOf, idempotencyOf } from './idempotency-key.ts'
import { plainBody } from './plain-body.ts'
import { refuseOnMirror } from './refuse-on-mirror.ts'
import { type Request, typedQuery } from './request.ts'
import { requireValid } from './validate.ts'

export interface Outcome extends Reply<unknown> {
  readonly caller: Caller
  /** What a reader has left today. */
  readonly allowances?: readonly Allowance[]
}

type AnyCall = Call<Operation, Record<string, unknown>>
type AnyHandler = (app: App, call: AnyCall) => Promise<Reply<unknown>>

/**
 * The one way in, for every adapter. The order of the checks is part of the contract: maintenance,
 * authentication, scope, key, media type and size, form, visibility; the rest is the command's.
 */
export async function dispatch(app: App, request: Request): Promise<Outcome> {
  const operation: Operation = OPERATIONS[request.operation]
  refuseOnMirror(app, request.operation, operation)
  if (!operation.duringMaintenance) await refuseDuringMaintenance(app.storage.read)
  refuseCrossSite(operation.path, request.credential)
  const caller = await identify(app, request.credential)
  try {
    requireAccess(operation.access, caller)
    requireOwnPage(app, { operation, caller, credential: request.credential })
    return await withAllowances(app, await dispatchAs(app, caller, request))
  } catch (error) {
    if (error instanceof Problem) error.allowances = await findAllowances(app, caller)
    throw error
  }
}

/** A reader is told with every answer what it has left. */
async function withAllowances(app: App, outcome: Outcome): Promise<Outcome> {
  const { caller, usage } = outcome
  if (!hasAllowances(caller)) return outcome
  const allowances = usage
    ? allowancesOf(app.settings.limits, usage, app.ambient.now())
    : await findAllowances(app, caller)
  return { ...outcome, allowances }
}

/** The pipeline after authentication, also for the operator's own commands. */
export async function dispatchAs(app: App, caller: Caller, request: Request): Promise<Outcome> {
  const operation: Operation = OPERATIONS[request.operation]
  requireAccess(operation.access, caller)
  // What needs no credential is not done in the name of one.
  const actor = operation.access.credential === 'none' ? ANONYMOUS : caller
  const call = await checkedCall(actor, operation, request)
  const handler = HANDLERS[request.operation] as unknown as AnyHandler
  if (operation.method === 'GET') await call.resolveResources(app.storage.read)
  const reply = await handler(app, call)
  if (!call.hasResolved()) throw new Error(`${operation.id} answered without resolving what its path names`)
  return { ...reply, body: trimmed(operation, reply.body), caller }
}

/** What is written down already was trimmed then, to the schema of the operation that it names. */
function trimmed(operation: Operation, body: unknown): unknown {
  if (!isWritten(body)) return trimAnswer(operation, body)
  if (body.operation !== operation.id) throw new Error(`${operation.id} answers what ${body.operation} wrote`)
  return body
}

async function checkedCall(caller: Caller, operation: Operation, request: Request) {
  const key = idempotencyKeyOf(operation, request.idempotencyKey)
  const body = operation.method === 'GET' ? {} : await readBody(operation, request)
  const query = typedQuery(operation, request.query)
  const { params } = request
  requireValid(operation, { params, query, body })
  const idempotency = idempotencyOf({ operation, caller, params, query, body }, key)
  const fields = body as Record<string, unknown>
  return {
    operation,
    caller,
    params,
    query,
    body: fields,
    requestId: request.requestId,
    network: request.network,
    idempotency,
    ...resourceResolver(caller, namedBy(operation, params, fields)),
  }
}

function namedBy(
  { params: parameters = {}, names }: Operation,
  params: Readonly<Record<string, string>>,
  body: Readonly<Record<string, unknown>>,
): NamedResources {
  return {
    path: Object.entries(parameters).map(([name, resource]) => [resource, params[name] ?? '']),
    body: names ? { ...names, id: String(body[names.key]) } : null,
  }
}

/** Resolves once for each handle: what was resolved outside a transaction is resolved again inside it. */
function resourceResolver(caller: Caller, named: NamedResources) {
  const resolved = new Map<Db, Promise<Record<string, unknown>>>()
  return {
    resolveResources(db: Db): Promise<Record<string, unknown>> {
      const resolving = resolved.get(db) ?? resolveResources(db, caller, named)
      resolved.set(db, resolving)
      return resolving
    },
    hasResolved: () => resolved.size > 0,
  }
}

async function readBody(operation: Operation, request: Request): Promise<unknown> {
  const limit = BYTE_LIMITS[operation.bodyLimit ?? 'request']
  if (operation.rawBody) return request.readBody(limit, operation.rawBody)
  return plainBody(operation, await request.readBody(limit, null))
}
