import type { AnswerOf, BodyResource, Operation, OperationId, Operations, Resource } from '@colophon/contract'
import type { App } from '../app.ts'
import type { Call, Reply } from '../command/call.ts'
import type { WrittenAnswer } from '../core/written-answer.ts'
import type { BodyResourceRows, ResourceRows } from './visibility.ts'

/** What the path of an operation names, or its body in the place of a path, resolved with the caller's authority. */
type ResourcesOf<O extends Operation> = O extends { params: infer P extends Record<string, Resource> }
  ? { readonly [K in keyof P as P[K]]: ResourceRows[P[K]] }
  : O extends { names: { resource: infer R extends BodyResource } }
    ? { readonly named: BodyResourceRows[R] }
    : Record<never, never>

export type CallOf<Id extends OperationId> = Call<Operations[Id], ResourcesOf<Operations[Id]>>

export type ReplyOf<Id extends OperationId> = Reply<AnswerOf<Operations[Id]>>

/** Operations whose answer another thread or process writes down. For all others an error names the answer's own fields. */
type WrittenOperation = 'search' | 'findPassages' | 'listSections' | 'diffRevisions'

/** Answers one operation. */
export type Handler<Id extends OperationId> = (
  app: App,
  call: CallOf<Id>,
) => Promise<Id extends WrittenOperation ? Reply<AnswerOf<Operations[Id]> | WrittenAnswer> : ReplyOf<Id>>

export type Handlers = { readonly [Id in OperationId]: Handler<Id> }
