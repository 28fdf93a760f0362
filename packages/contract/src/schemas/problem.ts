import { Count, component, Hash, nullable, oneOf, Timestamp, Uuid } from '../fields.ts'
import { NAME_PATTERNS } from '../names.ts'
import { PROBLEMS, type ProblemCode } from '../problems.ts'
import { type Static, Type } from '../schema.ts'
import { RecoveryPhase } from './administration.ts'
import { SignalReceipt } from './participation.ts'

/** Of what is named by its newest record or revision; null where there is none yet. */
const NewestHash = nullable(Type.String({ pattern: NAME_PATTERNS.hash }))
/** The id of the newest event, a visibility or the state of a triage. */
const Word = Type.String({
  pattern: `^(?:${NAME_PATTERNS.uuid.replace(/^\^|\$$/g, '')}|[a-z]+)$`,
})
const RecoveryPlace = component('RecoveryPlace', {
  phase: RecoveryPhase,
  cursor: nullable(Type.String()),
  offset: Count,
})

/** The body of every answer that is an error (RFC 9457). */
export const Problem = component('Problem', {
  type: Type.String({ description: 'A page that explains the code.' }),
  title: Type.String(),
  status: Type.Integer(),
  detail: Type.String(),
  instance: Type.String({ description: '`urn:uuid:` and the request id.' }),
  code: oneOf(Object.keys(PROBLEMS) as ProblemCode[]),
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
    Type.Union([NewestHash, Word, SignalReceipt, RecoveryPlace], {
      description: 'With a mismatch: the value to send, where the caller may see it.',
    }),
  ),
  quota: nullable(Type.String()),
  limit: nullable(Type.Integer()),
  resets_at: nullable(Timestamp),
  missing: Type.Optional(Type.Array(Hash)),
})
export type Problem = Static<typeof Problem>
