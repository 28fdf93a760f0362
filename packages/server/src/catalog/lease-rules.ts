import { isHeld, isOver } from '@colophon/contract'
import type { Caller } from '../core/authority.ts'
import { problem } from '../core/problem.ts'
import type { TaskRow } from '../storage/rows/curation.ts'

/** What decides about a lease. */
export type LeaseRow = Pick<TaskRow, 'state' | 'holder_id' | 'generation' | 'lease_until'>

/** Is somebody holding the task now? A lease is over at the very instant that it names. */
export function isLeased(task: LeaseRow, now: string): boolean {
  return isHeld(task.state) && task.lease_until !== null && now < task.lease_until
}

export function isClosed(task: Pick<TaskRow, 'state'>): boolean {
  return isOver(task.state)
}

/** The state as anyone is told it: a task whose lease is over is open. */
export function stateOf(task: LeaseRow, now: string): TaskRow['state'] {
  if (isClosed(task)) return task.state
  return isLeased(task, now) ? 'leased' : 'open'
}

/**
 * The fence: throws unless the caller holds the task under this generation now. Everything that a holder does
 * comes through here, so that a late one can do nothing.
 */
export function requireLease(
  task: LeaseRow,
  caller: Caller,
  asked: { generation: number; now: string },
): void {
  const isHolder = task.holder_id === caller.identityId
  if (isLeased(task, asked.now) && task.generation === asked.generation && !isHolder)
    throw problem('forbidden', 'Someone else holds this task. Claim it when their lease ends.')
  if (!isHolder || task.generation !== asked.generation || !isLeased(task, asked.now))
    throw problem(
      'lease_lost',
      'Your lease of this task has ended, or has a newer generation. Claim the task again.',
    )
}
