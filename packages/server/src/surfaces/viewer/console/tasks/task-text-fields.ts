import type { Field } from '../fields.ts'

/** What a curator writes of a task. */
export const TASK_TEXT: readonly Field[] = [
  { name: '/title', label: 'Title', hint: 'In one line.', control: { kind: 'line' }, isRequired: true },
  {
    name: '/brief',
    label: 'Brief',
    hint: 'What is asked for, and when it is done.',
    control: { kind: 'text', rows: 8 },
    isRequired: true,
  },
]
