import { consoleForm } from '../definitions.ts'
import { writeAddress } from './task-words.ts'

const generation = {
  name: '/generation',
  label: 'Generation',
  control: { kind: 'carried', as: 'number' },
} as const

/** The field of a claim that leads on to the draft, as the desk sends it. */
export const CLAIM_TO_WRITE = 'write'

export const claimForm = consoleForm({
  operation: 'claimTask',
  path: '/console/tasks/:id/claim',
  fields: [],
  async done({ task_id }, { api }, typed) {
    const notice = 'task_claimed'
    if (typed.first(CLAIM_TO_WRITE) === null) return { to: `/console/tasks/${task_id}`, notice }
    return { to: writeAddress(await api.call('getTask', { params: { id: task_id } })), notice }
  },
})

export const renewForm = consoleForm({
  operation: 'renewLease',
  path: '/console/tasks/:id/heartbeat',
  fields: [generation],
  done: ({ task_id }) => ({ to: `/console/tasks/${task_id}`, notice: 'lease_renewed' }),
})

export const releaseForm = consoleForm({
  operation: 'releaseTask',
  path: '/console/tasks/:id/release',
  fields: [generation],
  done: ({ task_id }) => ({ to: `/console/tasks/${task_id}`, notice: 'task_released' }),
})

export const completeForm = consoleForm({
  operation: 'completeTask',
  path: '/console/tasks/:id/complete',
  fields: [
    generation,
    {
      name: '/artifact_hash',
      label: 'Proposal',
      hint: 'What you submitted for this task while you held it.',
      control: { kind: 'choice', options: [] },
      isRequired: true,
    },
  ],
  done: ({ task_id }) => ({ to: `/console/tasks/${task_id}`, notice: 'task_completed' }),
})
