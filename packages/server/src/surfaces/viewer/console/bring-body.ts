import { OPERATIONS, type Operation } from '@colophon/contract'
import { type InvalidField, problem } from '../../../core/problem.ts'
import { JsonRefused, jsonLimitsFor, parseStrictJson } from '../../../core/strict-json.ts'
import type { AnyForm } from './definitions.ts'
import { eachField, type Field } from './fields.ts'
import { bodyOf } from './form-body.ts'
import type { PostedForm } from './posted-form.ts'

/**
 * What the road asks a form for: bytes as they were typed, or the JSON that its fields stand for. Called where the
 * body of a request would be read, and held to the same limit.
 */
export function bringBody(form: Pick<AnyForm, 'fields' | 'operation'>, typed: PostedForm, limit: number) {
  const operation: Operation = OPERATIONS[form.operation]
  if (operation.rawBody) return requireFew(Buffer.from(textOfAll(form.fields, typed)), limit)
  const { body } = bodyOf(form.fields, typed)
  const read = { ...body, ...readJson(form.fields, typed, limit) }
  requireFew(JSON.stringify(read), limit)
  return read
}

function requireFew<B extends string | Uint8Array>(bytes: B, limit: number): B {
  if (Buffer.byteLength(bytes) > limit) throw problem('payload_too_large', `The form is over ${limit} bytes.`)
  return bytes
}

function textOfAll(fields: readonly Field[], typed: PostedForm): string {
  const whole = fields.find(({ control }) => control.kind === 'bytes')
  return whole === undefined ? '' : (typed.first(whole.name) ?? '')
}

/** The members whose values are typed as JSON; they are read as strictly as a body that comes as JSON. */
function readJson(fields: readonly Field[], typed: PostedForm, limit: number): Record<string, unknown> {
  const read: Record<string, unknown> = {}
  const errors: InvalidField[] = []
  for (const { name, control } of eachField(fields)) {
    const text = control.kind === 'json' ? typed.first(name) : null
    if (!text) continue
    try {
      read[name.slice(1)] = parseStrictJson(Buffer.from(requireFew(text, limit)), jsonLimitsFor(limit))
    } catch (error) {
      if (!(error instanceof JsonRefused)) throw error
      errors.push({ location: 'body', pointer: name, message: wordsFor(error) })
    }
  }
  if (errors.length > 0) throw problem('invalid_request', 'A field is not acceptable JSON.', { errors })
  return read
}

/** Where the parser says at which place it stopped, that is told. */
function wordsFor({ message, cause }: JsonRefused): string {
  const place = cause instanceof Error ? / \(line \d+ column \d+\)/.exec(cause.message)?.[0] : undefined
  return `is not acceptable JSON: ${message}${place ?? ''}`
}
