import { OPERATIONS } from '@colophon/contract'
import { plainBody } from '../../../../road/plain-body.ts'
import { requireValid } from '../../../../road/validate.ts'
import { type Again, consoleForm } from '../definitions.ts'
import type { Field } from '../fields.ts'
import { bodyOf, placesIn } from '../form-body.ts'
import { type PostedForm, withValues } from '../posted-form.ts'
import { submissionAddress } from '../submissions/submission-words.ts'
import { REFERENCES, rowOf, TASK_FIELDS, TEXT_FIELDS } from './draft-fields.ts'

const PARENT_FIELDS: readonly Field[] = [
  { name: '/entry_id', label: 'Entry', control: { kind: 'carried', as: 'text' } },
  {
    name: '/expected_parent_hash',
    label: 'This text follows',
    control: { kind: 'choice', options: [], isOpen: true },
    isRequired: true,
  },
]

const NEW_FIELDS = [...TEXT_FIELDS, REFERENCES, ...TASK_FIELDS]
const REVISION_FIELDS = [...PARENT_FIELDS, ...NEW_FIELDS]

/** The buttons of a draft beside the one that submits it. */
export const PREVIEW = 'preview'
export const FIND = 'find'
export const CITE = 'cite'
export const CLAIM = 'claim'

export const newForm = consoleForm({
  operation: 'createSubmission',
  path: '/console/write',
  fields: NEW_FIELDS,
  done: ({ proposal_hash }) => ({ to: submissionAddress(proposal_hash), notice: 'submitted' }),
  again: { [PREVIEW]: check(NEW_FIELDS), [CITE]: cite, [CLAIM]: claimAgain },
})

export const revisionForm = consoleForm({
  operation: 'createSubmission',
  path: '/console/write/:uuid',
  fields: REVISION_FIELDS,
  done: ({ proposal_hash }) => ({ to: submissionAddress(proposal_hash), notice: 'submitted' }),
  again: { [PREVIEW]: check(REVISION_FIELDS), [CITE]: cite, [CLAIM]: claimAgain },
})

/** Says what the road would refuse of the form alone, before anything is sent. */
function check(fields: readonly Field[]): Again {
  const operation = OPERATIONS.createSubmission
  return (typed) => {
    const body = plainBody(operation, bodyOf(fields, typed).body)
    requireValid(operation, { params: {}, query: {}, body })
    return typed
  }
}

/** A lease that ran out while somebody was writing is taken again without leaving the draft. */
async function claimAgain(typed: PostedForm, { visit }: Parameters<Again>[1]): Promise<PostedForm> {
  const id = typed.first('/task_id') ?? ''
  await visit.door.call('claimTask', { params: { id }, idempotencyKey: visit.app.newId() })
  return typed
}

/** Adds a row for a revision that was picked, as the press itself would cite it now. */
async function cite(typed: PostedForm, { visit, value }: Parameters<Again>[1]): Promise<PostedForm> {
  const found = await visit.door.call('getObject', { params: { sha256: value } })
  if (!('reference' in found)) return typed
  const places = placesIn('/references', typed.names())
  const place = (places.at(-1) ?? -1) + 1
  const row = rowOf({ ...found.reference, relation: 'related_to' }, place)
  return withValues(typed, Object.fromEntries(Object.entries(row).map(([name, text]) => [name, [text]])))
}
