import type { Field } from '../fields.ts'

export const PREREQUISITES: Field = {
  name: '/prerequisites',
  label: 'After these tasks',
  hint: 'Ids of tasks that must be completed first, one a line.',
  control: { kind: 'list', rows: 2, isLeftOutEmpty: true },
}
