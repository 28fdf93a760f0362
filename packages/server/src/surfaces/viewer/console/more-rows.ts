import type { Field } from './fields.ts'
import { placesIn } from './form-body.ts'
import { type PostedForm, withValues } from './posted-form.ts'

const ROWS_ADDED = 3

/** The form with some empty rows more in the group of this name. */
export function withMoreRows(fields: readonly Field[], typed: PostedForm, name: string): PostedForm {
  const group = fields.find((field) => field.name === name)?.control
  if (group?.kind !== 'group') return typed
  const next = (placesIn(name, typed.names()).at(-1) ?? -1) + 1
  const rows = Array.from({ length: ROWS_ADDED }, (_, place) => `${name}/${next + place}`)
  return withValues(typed, Object.fromEntries(rows.map((row) => [row + group.fields[0]?.name, ['']])))
}
