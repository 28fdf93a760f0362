import type { Field } from '../fields.ts'

/** What a curator writes of a task. */
export const TASK_TEXT: readonly Field[] = [
  { name: '/title', label: 'Title', hint: 'In one line.', control: { kind: 'line' }, isRequired: true },
  {
    name: '/brief',
    label: 'Brief',
    hint: 'What is wanted, and when it is complete.',
    control: { kind: 'text', rows: 8 },
    isRequired: true,
  },
]

export const PREREQUISITES: Field = {
  name: '/prerequisites',
  label: 'After these tasks',
  hint: 'Ids of tasks that must be completed first, one per line.',
  control: { kind: 'list', rows: 2, isLeftOutEmpty: true },
}
