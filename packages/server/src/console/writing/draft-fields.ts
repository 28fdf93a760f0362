import type { Reference } from '@colophon/contract'
import type { Field } from '../fields.ts'

export const TEXT_FIELDS: readonly Field[] = [
  {
    name: '/kind',
    label: 'Kind',
    control: {
      kind: 'choice',
      isOpen: true,
      options: [
        { value: 'article', label: 'Article', hint: 'Knowledge that holds until someone revises it.' },
        {
          value: 'observation',
          label: 'Observation',
          hint: 'What was true at one time, to be checked again.',
        },
      ],
    },
    isRequired: true,
  },
  { name: '/title', label: 'Title', control: { kind: 'line' }, isRequired: true },
  {
    name: '/summary',
    label: 'Summary',
    hint: 'In one line.',
    control: { kind: 'text', rows: 2 },
    isRequired: true,
  },
  {
    name: '/path',
    label: 'Path',
    hint: '/topic/name, in lower case. The topic is that of the path.',
    control: { kind: 'line', isCode: true },
    isRequired: true,
  },
  {
    name: '/body',
    label: 'Text',
    hint: 'Markdown.',
    control: { kind: 'text', rows: 22, isCode: true },
    isRequired: true,
  },
  {
    name: 'observation',
    label: 'Of an observation only',
    control: {
      kind: 'together',
      isFolded: true,
      fields: [
        { name: '/observed_at', label: 'Observed at (UTC)', control: { kind: 'instant' } },
        { name: '/refresh_after', label: 'Look again after (UTC)', control: { kind: 'instant' } },
        {
          name: '/applicability',
          label: 'Where it applies',
          hint: 'The context in which this was observed.',
          control: { kind: 'text', rows: 2 },
        },
      ],
    },
  },
]

export const REFERENCES: Field = {
  name: '/references',
  label: 'References',
  hint: 'Cite a revision of this press by its hash; the press fills in the rest. Empty rows are ignored.',
  control: {
    kind: 'group',
    atLeast: 1,
    one: 'Reference',
    more: 'More references',
    fields: [
      {
        name: '/kind',
        label: 'To',
        control: {
          kind: 'choice',
          options: [
            { value: 'service', label: 'a revision here' },
            { value: 'url', label: 'something outside' },
          ],
        },
      },
      { name: '/sha256', label: 'Hash of the revision', control: { kind: 'line', isCode: true } },
      { name: '/relation', label: 'Relation', control: { kind: 'line' } },
      { name: '/url', label: 'Address', control: { kind: 'line', isCode: true } },
      { name: '/title', label: 'Title', control: { kind: 'line' } },
      { name: '/note', label: 'Note', control: { kind: 'text', rows: 2 } },
      { name: '/checked_at', label: 'Checked at (UTC)', control: { kind: 'instant' } },
      { name: '/selection', label: 'Selection', control: { kind: 'carried', as: 'text' } },
    ],
  },
}

export const TASK_FIELDS: readonly Field[] = [
  { name: '/task_id', label: 'Task', control: { kind: 'carried', as: 'text' } },
  { name: '/task_generation', label: 'Generation', control: { kind: 'carried', as: 'number' } },
]

const OWN_FIELDS = {
  service: ['sha256'],
  url: ['url', 'title'],
} as const satisfies Record<Reference['kind'], readonly (keyof Reference)[]>

/** What the fields of one row hold for a reference that is there already. */
export function rowOf(reference: Reference, place: number): Record<string, string> {
  const told = ['kind', 'relation', 'note', 'checked_at', 'selection'] as const
  // What the server knows of a revision it fills in itself; of something outside it knows nothing.
  const own = OWN_FIELDS[reference.kind]
  return Object.fromEntries(
    [...told, ...own].map((name) => [`/references/${place}/${name}`, reference[name] ?? '']),
  )
}
