import type { BodyResource, Operation, OperationId, Operations, Resource } from '@colophon/contract'
import type { App } from '../app.ts'
import type { Call, Reply, ReplyOf } from '../command/call.ts'
import type { WrittenAnswer } from '../core/written-answer.ts'
import type { NamedRows, SeenRows } from './seen.ts'

/** What the path of an operation names, or its body in the place of a path, looked up with the caller's eyes. */
type SeenOf<O extends Operation> = O extends { params: infer P extends Record<string, Resource> }
  ? { readonly [K in keyof P as P[K]]: SeenRows[P[K]] }
  : O extends { names: { resource: infer R extends BodyResource } }
    ? { readonly named: NamedRows[R] }
    : Record<never, never>

export type CallOf<Id extends OperationId> = Call<Operations[Id], SeenOf<Operations[Id]>>

/** Answers one operation, with an object or with what was made of one already. */
export type Handler<Id extends OperationId> = (
  app: App,
  call: CallOf<Id>,
) => Promise<ReplyOf<Operations[Id]> | Reply<WrittenAnswer>>

export type Handlers = { readonly [Id in OperationId]: Handler<Id> }
