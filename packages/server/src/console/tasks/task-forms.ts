import { consoleForm } from '../definitions.ts'

const generation = {
  name: '/generation',
  label: 'Generation',
  control: { kind: 'carried', as: 'number' },
} as const

export const claimForm = consoleForm({
  operation: 'claimTask',
  path: '/console/tasks/:id/claim',
  fields: [],
  done: ({ task_id }) => ({ to: `/console/tasks/${task_id}`, notice: 'task_claimed' }),
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
