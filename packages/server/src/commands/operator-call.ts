import { type CallOperation, ColophonProblem, typedCall } from '@colophon/client'
import { OPERATIONS } from '@colophon/contract'
import type { App } from '../app.ts'
import { Problem } from '../core/problem.ts'
import { problemDocument } from '../http/problem-document.ts'
import { dispatchAsOperator } from '../pipeline/operator.ts'

/** Calls operations in process, in the same words as a client over HTTP. */
export function operatorCall(app: App): CallOperation {
  return typedCall(async (operation, request = {}) => {
    try {
      const { body } = await dispatchAsOperator(app, {
        operation,
        params: request.params ?? {},
        query: request.query ?? {},
        idempotencyKey:
          OPERATIONS[operation].method === 'GET' ? null : (request.idempotencyKey ?? app.ambient.newId()),
        body: request.body ?? {},
      })
      return body
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      const place = { baseUrl: app.settings.baseUrl, requestId: app.ambient.newId() }
      throw new ColophonProblem(problemDocument(error, place))
    }
  })
}
