import type { BodyOf, Operation, ParamsOf, QueryOf } from '@colophon/contract'
import type { Caller } from '../core/authority.ts'
import type { Db } from '../storage/storage.ts'
import type { Usage } from './allowance.ts'

/** One checked call of an operation, whatever surface it came through. `S` is what its path names. */
export interface Call<O extends Operation, S> {
  readonly operation: O
  readonly caller: Caller
  readonly params: ParamsOf<O>
  readonly query: QueryOf<O>
  readonly body: BodyOf<O>
  readonly requestId: string
  /** Tells the client's network; null where there is none, as for the operator's own calls. */
  readonly network: (() => string | null) | null
  /** Of a POST; null for a GET. */
  readonly idempotency: { readonly keyHash: string; readonly inputHash: string } | null
  /** Resolves what the path names; throws not_found for what the caller may not read. */
  resolveResources(db: Db): Promise<S>
}

/** The outcome of an operation. */
export interface Reply<B> {
  readonly status: 200 | 201
  readonly body: B
  readonly headers?: Readonly<Record<string, string>>
  /** The stored outcome of an earlier request with the same key. */
  readonly replayed?: boolean
  /** What the caller has used today, where the handler knows. */
  readonly usage?: Usage | null
}

/** Takes its type from where the reply goes, so that a missing field is an error where the body stands. */
export function ok<B = never>(body: NoInfer<B>): Reply<B> {
  return { status: 200, body }
}

/** As `ok`. */
export function created<B = never>(body: NoInfer<B>): Reply<B> {
  return { status: 201, body }
}
