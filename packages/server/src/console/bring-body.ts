import { OPERATIONS, type Operation } from '@colophon/contract'
import { type InvalidField, problem } from '../core/problem.ts'
import { JsonRefused, jsonLimitsFor, parseStrictJson } from '../core/strict-json.ts'
import type { AnyForm } from './definitions.ts'
import { eachField, type Field } from './fields.ts'
import { bodyOf } from './form-body.ts'
import type { PostedForm } from './posted-form.ts'

/**
 * What the pipeline asks a form for: bytes as they were typed, or the JSON that its fields stand for. Called where the
 * body of a request would be read, and held to the same limit.
 */
export function bringBody(form: Pick<AnyForm, 'fields' | 'operation'>, typed: PostedForm, limit: number) {
  const operation: Operation = OPERATIONS[form.operation]
  if (operation.rawBody) return requireFew(Buffer.from(textOfAll(form.fields, typed)), limit)
  const { body } = bodyOf(form.fields, typed)
  const texts = jsonTexts(form.fields, typed)
  requireFewInAll(body, texts, limit)
  return { ...body, ...readJson(texts, limit) }
}

/** As it was typed: to write a large value again, only to see how long it is, would take as much memory as it does. */
function requireFewInAll(
  body: Readonly<Record<string, unknown>>,
  texts: ReadonlyMap<string, string>,
  limit: number,
): void {
  const others = Object.entries(body).filter(([name]) => !texts.has(`/${name}`))
  const sizes = [JSON.stringify(Object.fromEntries(others)), ...texts.values()].map((text) =>
    Buffer.byteLength(text),
  )
  if (sizes.reduce((sum, size) => sum + size) > limit) throw tooLarge(limit)
}

function requireFew(bytes: Uint8Array, limit: number): Uint8Array {
  if (bytes.length > limit) throw tooLarge(limit)
  return bytes
}

function tooLarge(limit: number) {
  return problem('payload_too_large', `The form exceeds ${limit} bytes.`)
}

function textOfAll(fields: readonly Field[], typed: PostedForm): string {
  const whole = fields.find(({ control }) => control.kind === 'bytes')
  return whole === undefined ? '' : (typed.first(whole.name) ?? '')
}

/** The members whose values are typed as JSON, as far as something is typed. */
function jsonTexts(fields: readonly Field[], typed: PostedForm): Map<string, string> {
  const texts = new Map<string, string>()
  for (const { name, control } of eachField(fields)) {
    const text = control.kind === 'json' ? typed.first(name) : null
    if (text) texts.set(name, text)
  }
  return texts
}

/** Read as strictly as a body that comes as JSON. */
function readJson(texts: ReadonlyMap<string, string>, limit: number): Record<string, unknown> {
  const read: Record<string, unknown> = {}
  const errors: InvalidField[] = []
  for (const [name, text] of texts) {
    try {
      read[name.slice(1)] = parseStrictJson(Buffer.from(text), jsonLimitsFor(limit))
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
