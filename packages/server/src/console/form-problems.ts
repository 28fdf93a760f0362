import type { Attempt } from './definitions.ts'
import { eachField, type Field } from './fields.ts'
import { bodyOf } from './form-body.ts'

/** Messages by the name of their field; those that belong to no field of the form under ''. */
export type FieldProblems = ReadonlyMap<string, readonly string[]>

const LEFT_OUT = 'was too long to be shown again: give it once more'

/** Says beside each field what is wrong with it. */
export function fieldProblems(attempt: Attempt | null): FieldProblems {
  const found = new Map((attempt?.leftOut ?? []).map((name) => [name, [LEFT_OUT]]))
  const errors = attempt?.problem?.facts.errors ?? []
  if (attempt === null || errors.length === 0) return found
  const { fieldOf } = bodyOf(attempt.form.fields, attempt.typed)
  for (const { location, pointer, message } of errors) {
    const name = location === 'body' ? nearestField(attempt.form.fields, fieldOf(pointer)) : null
    const words = /^must match pattern/.test(message) ? 'has not the form that is asked for' : message
    const said =
      name === null ? `${pointer || location}: ${words}` : placed(attempt.form.fields, name, pointer) + words
    found.set(name ?? '', [...(found.get(name ?? '') ?? []), said])
  }
  return found
}

/** Where in the JSON of a field it is. */
function placed(fields: readonly Field[], name: string, pointer: string): string {
  const isInside = eachField(fields).some((field) => field.control.kind === 'json' && field.name === name)
  return isInside && pointer !== name ? `at ${pointer.slice(name.length)} ` : ''
}

/** The field of a pointer: itself, the one that holds it, or the first of what it holds. */
function nearestField(fields: readonly Field[], pointer: string): string | null {
  for (const { name, control } of eachField(fields)) {
    if (pointer === name || name.startsWith(`${pointer}/`)) return name
    if (!pointer.startsWith(`${name}/`)) continue
    if (control.kind !== 'group') return name
    const [, place = '', row = '', rest = ''] = /^\/(\d+)((\/.*)?)$/.exec(pointer.slice(name.length)) ?? []
    const inner = nearestField(control.fields, rest === '' ? row : rest) ?? control.fields[0]?.name
    return place === '' || inner === undefined ? name : `${name}/${place}${inner}`
  }
  return null
}
