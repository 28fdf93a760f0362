import { consoleForm } from '../definitions.ts'
import { type Field, reasonField } from '../fields.ts'

const method: Field = { name: '/method', label: 'Method', control: { kind: 'carried', as: 'text' } }

const ABOUT: readonly Field[] = [
  {
    name: '/subject',
    label: 'Subject',
    hint: 'What of the candidate it supports.',
    control: { kind: 'line' },
    isRequired: true,
  },
  {
    name: '/selector',
    label: 'Place in the source',
    hint: 'A section, a row, a line: a place that others can find.',
    control: { kind: 'line' },
    isRequired: true,
  },
]

export const manualForm = consoleForm({
  operation: 'createEvidence',
  path: '/console/candidates/:candidate_hash/evidence/manual',
  fields: [
    method,
    ...ABOUT,
    { name: '/source_locator', label: 'Source', control: { kind: 'line' }, isRequired: true },
    {
      name: '/observed_result',
      label: 'What you saw there',
      control: { kind: 'text', rows: 3 },
      isRequired: true,
    },
    {
      name: 'tool',
      label: 'With which tool',
      control: {
        kind: 'together',
        fields: [
          { name: '/tool/name', label: 'Name', control: { kind: 'line' }, isRequired: true },
          { name: '/tool/version', label: 'Version', control: { kind: 'line' }, isRequired: true },
        ],
      },
    },
    {
      name: '/source_lineage',
      label: 'Where the source has it from',
      control: { kind: 'text', rows: 2 },
      isRequired: true,
    },
    {
      name: '/limitations',
      label: 'What it does not show',
      control: { kind: 'text', rows: 2 },
      isRequired: true,
    },
    { name: '/checked_at', label: 'Checked at (UTC)', control: { kind: 'instant' }, isRequired: true },
    {
      name: '/expires_at',
      label: 'Holds until (UTC)',
      hint: 'At most the limit in the topic’s policy.',
      control: { kind: 'instant' },
      isRequired: true,
    },
  ],
  done: ({ candidate_hash }) => ({ to: evidenceAddress(candidate_hash), notice: 'evidence_added' }),
})

export const transportForm = consoleForm({
  operation: 'createEvidence',
  path: '/console/candidates/:candidate_hash/evidence/fetched',
  fields: [
    method,
    ...ABOUT,
    {
      name: '/source_locator',
      label: 'Address',
      hint: 'The press fetches it now and records the response: status, type, size and hash. That says nothing about its truth.',
      control: { kind: 'line', isCode: true },
      isRequired: true,
    },
  ],
  done: ({ candidate_hash }) => ({ to: evidenceAddress(candidate_hash), notice: 'evidence_added' }),
})

export const challengeForm = consoleForm({
  operation: 'challengeEvidence',
  path: '/console/candidates/:candidate_hash/evidence/:evidence_id/challenge',
  fields: [
    {
      name: '/selector',
      label: 'What of it you challenge',
      control: { kind: 'line' },
      isRequired: true,
    },
    reasonField(),
  ],
  done: ({ candidate_hash }) => ({ to: evidenceAddress(candidate_hash), notice: 'evidence_challenged' }),
})

export function evidenceAddress(candidateHash: string): string {
  return `/console/candidates/${candidateHash}/evidence`
}
