import type { Field } from './fields.ts'

/** Why somebody decides: kept with the decision, and read by those whom the hint names. */
export function reasonField(hint?: string): Field {
  return { name: '/reason', label: 'Reason', hint, control: { kind: 'text', rows: 3 }, isRequired: true }
}
