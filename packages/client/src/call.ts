import type { AnswerOf, BodyOf, OperationId, Operations, ParamsOf, QueryOf } from '@colophon/contract'

/** A part of a request: left out where the operation has none, optional where nothing in it is needed. */
type Part<Name extends string, T> = keyof T extends never
  ? { [K in Name]?: undefined }
  : Record<never, never> extends T
    ? { [K in Name]?: T }
    : { [K in Name]: T }

/** What a call of an operation sends, as the contract has it. */
export type CallRequest<I extends OperationId> = Part<'params', ParamsOf<Operations[I]>> &
  Part<'query', QueryOf<Operations[I]>> &
  Part<'body', BodyOf<Operations[I]>> & {
    /** Of a POST; a random one when left out. The same key makes the same act happen once. */
    idempotencyKey?: string
  }

type Arguments<I extends OperationId> =
  Record<never, never> extends CallRequest<I> ? [request?: CallRequest<I>] : [request: CallRequest<I>]

/** Calls an operation of the contract by its id and answers what the contract says that it answers. */
export type CallOperation = <I extends OperationId>(
  id: I,
  ...request: Arguments<I>
) => Promise<AnswerOf<Operations[I]>>

/** Operations whose answer is a page of a list. */
export type PagedOperationId = {
  [I in OperationId]: AnswerOf<Operations[I]> extends { next_cursor: string | null } ? I : never
}[OperationId]

/** An item of a list. */
export type ItemOf<I extends PagedOperationId> =
  AnswerOf<Operations[I]> extends { items: (infer T)[] } ? T : never

/** A request when its operation is known only at run time. */
export interface LooseRequest {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
  readonly idempotencyKey?: string
  /** Of the bytes of an object; the end is exclusive. */
  readonly range?: { readonly start: number; readonly end: number }
}

export type LooseCall = (id: OperationId, request?: LooseRequest) => Promise<unknown>

/**
 * Gives a call its types. The table of operations holds both sides: what is sent is checked by the service,
 * and what it answers has the form that the table declares.
 */
export function typedCall(call: LooseCall): CallOperation {
  return call as CallOperation
}

export function looseCall(call: CallOperation): LooseCall {
  return call as LooseCall
}
