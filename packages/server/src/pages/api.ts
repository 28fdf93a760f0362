import type { AnswerOf, OperationId, Operations, ParamsOf, QueryOf } from '@colophon/contract'
import type { App } from '../app.ts'
import { ANONYMOUS, type Caller } from '../core/authority.ts'
import { bodyValueInTurns } from '../core/written-answer.ts'
import { dispatch } from '../pipeline/dispatch.ts'
import type { Credential } from '../pipeline/request.ts'

/** What a page, or a form, sends along with a call. */
interface Input<Id extends OperationId> {
  readonly params?: ParamsOf<Operations[Id]>
  /** Texts as the address has them, too: the pipeline reads and refuses them. */
  readonly query?: { readonly [Name in keyof QueryOf<Operations[Id]>]?: unknown }
  readonly body?: unknown
  readonly idempotencyKey?: string
}

/** The one way in which a page reaches anything: an operation of the contract, with its visitor's credential. */
export interface Api {
  call<Id extends OperationId>(operation: Id, input?: Input<Id>): Promise<AnswerOf<Operations[Id]>>
  /** Who the pipeline found to be asking; nobody before the first call. */
  visitor(): Caller
}

interface Visitor {
  readonly credential: Credential
  readonly requestId: string
  readonly network: (() => string | null) | null
}

export function createApi(app: App, { credential, requestId, network }: Visitor): Api {
  let visitor = ANONYMOUS
  return {
    async call(operation, { params = {}, query = {}, body = {}, idempotencyKey = null } = {}) {
      const outcome = await dispatch(app, {
        operation,
        params,
        query: withoutAbsent(query),
        credential,
        idempotencyKey,
        requestId,
        network,
        readBody: async () => body,
      })
      visitor = outcome.caller
      // The pipeline has trimmed it to the operation's schema.
      return (await bodyValueInTurns(outcome.body)) as AnswerOf<Operations[typeof operation]>
    },
    visitor: () => visitor,
  }
}

function withoutAbsent(query: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined))
}
