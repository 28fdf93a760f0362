import { type Again, consoleForm } from '../definitions.ts'
import type { PostedForm } from '../posted-form.ts'

export const CLAIM_REVIEW = 'claim'
export const RENEW = 'renew'

export const claimReviewForm = consoleForm({
  operation: 'claimTask',
  path: '/console/reviews/:id/claim',
  fields: [],
  done: ({ task_id }) => ({ to: `/console/reviews/${task_id}`, notice: 'task_claimed' }),
})

export const releaseReviewForm = consoleForm({
  operation: 'releaseTask',
  path: '/console/reviews/:id/release',
  fields: [{ name: '/generation', label: 'Generation', control: { kind: 'carried', as: 'number' } }],
  done: ({ task_id }) => ({ to: `/console/reviews/${task_id}`, notice: 'task_released' }),
})

export const reviewForm = consoleForm({
  operation: 'createReview',
  path: '/console/reviews/:id',
  fields: [
    { name: '/task_id', label: 'Task', control: { kind: 'carried', as: 'text' } },
    { name: '/generation', label: 'Generation', control: { kind: 'carried', as: 'number' } },
    {
      name: '/findings',
      label: 'Findings',
      hint: 'Where, how severe, and what is wrong. Empty rows are ignored.',
      control: {
        kind: 'group',
        atLeast: 3,
        one: 'Finding',
        more: 'More findings',
        fields: [
          { name: '/locator', label: 'Where', control: { kind: 'line' } },
          {
            name: '/severity',
            label: 'How grave',
            control: {
              kind: 'choice',
              options: [
                { value: 'blocker', label: 'blocker' },
                { value: 'major', label: 'major' },
                { value: 'minor', label: 'minor' },
              ],
            },
          },
          { name: '/comment', label: 'What is wrong', control: { kind: 'text', rows: 2 } },
        ],
      },
    },
    {
      name: '/verdict',
      label: 'Verdict',
      control: {
        kind: 'choice',
        isOpen: true,
        options: [
          { value: 'approve', label: 'Approve', hint: 'These bytes may be published under this focus.' },
          { value: 'request_changes', label: 'Request changes', hint: 'Good once the findings are fixed.' },
          { value: 'reject', label: 'Reject', hint: 'It should not be published.' },
        ],
      },
      isRequired: true,
    },
    {
      name: '/summary',
      label: 'Summary',
      hint: 'What you checked, and how.',
      control: { kind: 'text', rows: 4 },
      isRequired: true,
    },
  ],
  done: ({ task_id }) => ({ to: `/console/reviews/${task_id}`, notice: 'reviewed' }),
  again: { [CLAIM_REVIEW]: claimAgain, [RENEW]: renew },
})

/** A lease that ran out while somebody was reading is taken again without leaving the review. */
async function claimAgain(typed: PostedForm, { visit }: Parameters<Again>[1]): Promise<PostedForm> {
  const { id = '' } = visit.params
  await visit.api.call('claimTask', { params: { id }, idempotencyKey: visit.app.ambient.newId() })
  return typed
}

async function renew(typed: PostedForm, { visit }: Parameters<Again>[1]): Promise<PostedForm> {
  const { id = '' } = visit.params
  const body = { generation: Number(typed.first('/generation')) }
  await visit.api.call('renewLease', { params: { id }, body, idempotencyKey: visit.app.ambient.newId() })
  return typed
}
