import type { AnswerOf, OperationId, Operations, ParamsOf, QueryOf } from '@colophon/contract'
import type { App } from '../../app.ts'
import { ANONYMOUS, type Caller } from '../../core/authority.ts'
import { isWritten, readAnswer } from '../../core/written-answer.ts'
import { invoke } from '../../road/invoke.ts'
import type { Credential } from '../../road/request.ts'

/** What a page, or a form, sends along with a call. */
interface Input<Id extends OperationId> {
  readonly params?: ParamsOf<Operations[Id]>
  /** Texts as the address has them, too: the road reads and refuses them. */
  readonly query?: { readonly [Name in keyof QueryOf<Operations[Id]>]?: unknown }
  readonly body?: unknown
  readonly idempotencyKey?: string
}

/** The one way in which a page reaches anything: an operation of the contract, with its visitor's credential. */
export interface Door {
  call<Id extends OperationId>(operation: Id, input?: Input<Id>): Promise<AnswerOf<Operations[Id]>>
  /** Who the road found to be asking; nobody before the first call. */
  visitor(): Caller
}

interface Visitor {
  readonly credential: Credential
  readonly requestId: string
  readonly network: (() => string | null) | null
}

export function openDoor(app: App, { credential, requestId, network }: Visitor): Door {
  let visitor = ANONYMOUS
  return {
    async call(operation, { params = {}, query = {}, body = {}, idempotencyKey = null } = {}) {
      const outcome = await invoke(app, {
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
      // The road has trimmed it to the operation's schema.
      const answer = isWritten(outcome.body) ? readAnswer(outcome.body) : outcome.body
      return answer as AnswerOf<Operations[typeof operation]>
    },
    visitor: () => visitor,
  }
}

function withoutAbsent(query: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined))
}
