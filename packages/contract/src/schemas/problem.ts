import type { Static } from 'typebox'
import { component, Hash, nullable, oneOf, Timestamp, Uuid } from '../fields.ts'
import { Type } from '../type.ts'

export const Problem = component('Problem', {
  type: Type.String({ description: 'A page that explains the code.' }),
  title: Type.String(),
  status: Type.Integer(),
  detail: Type.String(),
  instance: Type.String({ description: '`urn:uuid:` and the request id.' }),
  code: Type.String(),
  request_id: Uuid,
  retryable: Type.Boolean(),
  errors: nullable(
    Type.Array(
      component('InvalidField', {
        location: oneOf(['body', 'query', 'path', 'header']),
        pointer: Type.String({ description: 'A JSON Pointer into the body, or the name of the parameter.' }),
        message: Type.String(),
      }),
    ),
  ),
  current: Type.Optional(
    Type.Unknown({ description: 'With a mismatch: the value to send, where the caller may see it.' }),
  ),
  quota: nullable(Type.String()),
  limit: nullable(Type.Integer()),
  resets_at: nullable(Timestamp),
  missing: Type.Optional(Type.Array(Hash)),
})
export type Problem = Static<typeof Problem>
