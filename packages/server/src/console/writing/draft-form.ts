import { OPERATIONS } from '@colophon/contract'
import { plainBody } from '../../pipeline/plain-body.ts'
import { requireValid } from '../../pipeline/validate.ts'
import { type Again, type ConsoleVisit, consoleForm, type Redirect } from '../definitions.ts'
import type { Field } from '../fields.ts'
import { bodyOf, placesIn } from '../form-body.ts'
import type { Notice } from '../notices.ts'
import { type PostedForm, withValues } from '../posted-form.ts'
import { doSecond } from '../second-act.ts'
import { type SubmissionAnswer, submissionAddress } from '../submissions/submission-words.ts'
import type { TaskAnswer } from '../tasks/task-words.ts'
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
export const CLAIM_FIELD = 'claim'

export const newForm = consoleForm({
  operation: 'createSubmission',
  path: '/console/write',
  fields: NEW_FIELDS,
  done: submitted,
  again: { [PREVIEW]: check(NEW_FIELDS), [CITE]: cite, [CLAIM_FIELD]: claimAgain },
})

export const revisionForm = consoleForm({
  operation: 'createSubmission',
  path: '/console/write/:uuid',
  fields: REVISION_FIELDS,
  done: submitted,
  again: { [PREVIEW]: check(REVISION_FIELDS), [CITE]: cite, [CLAIM_FIELD]: claimAgain },
})

/** Completes the task as well, where the button for both was pressed. */
async function submitted(
  { proposal_hash }: Pick<SubmissionAnswer, 'proposal_hash'>,
  { api }: ConsoleVisit,
  typed: PostedForm,
): Promise<Redirect> {
  const isCompleted = await doSecond(typed, (idempotencyKey) =>
    api.call('completeTask', {
      params: { id: typed.first('/task_id') ?? '' },
      body: { generation: Number(typed.first('/task_generation')), artifact_hash: proposal_hash },
      idempotencyKey,
    }),
  )
  return { to: submissionAddress(proposal_hash), notice: submittedNotice(isCompleted) }
}

function submittedNotice(isCompleted: boolean | null): Notice {
  if (isCompleted === null) return 'submitted'
  return isCompleted ? 'submitted_completed' : 'submitted_alone'
}

/** Says what the pipeline would refuse of the form alone, before anything is sent. */
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
  await visit.api.call('claimTask', { params: { id }, idempotencyKey: visit.app.ambient.newId() })
  return typed
}

/** Adds a row for a revision that was picked, as the server itself would cite it now. */
async function cite(typed: PostedForm, { visit, value }: Parameters<Again>[1]): Promise<PostedForm> {
  const found = await visit.api.call('getObject', { params: { sha256: value } })
  if (!('reference' in found)) return typed
  const places = placesIn('/references', typed.names())
  const place = (places.at(-1) ?? -1) + 1
  const row = rowOf({ ...found.reference, relation: 'related_to' }, place)
  return withValues(typed, Object.fromEntries(Object.entries(row).map(([name, text]) => [name, [text]])))
}

/** The task that a draft is for: the address names it, or the form that is shown again. */
export async function taskHeld({ api, query, attempt }: ConsoleVisit): Promise<TaskAnswer | null> {
  const id = attempt === null ? query.task : attempt.typed.first('/task_id')
  return typeof id === 'string' && id !== '' ? api.call('getTask', { params: { id } }) : null
}

/** What binds the draft to the lease as it stands now. */
export function taskValues(task: TaskAnswer | null): Record<string, string> {
  return task === null ? {} : { '/task_id': task.task_id, '/task_generation': String(task.generation) }
}
