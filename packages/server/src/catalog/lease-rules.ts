import type { Caller } from '../core/authority.ts'
import { problem } from '../core/problem.ts'
import type { TaskRow } from '../storage/rows/curation.ts'

/** What decides about a lease. */
export type Leased = Pick<TaskRow, 'state' | 'holder_id' | 'generation' | 'lease_until'>

/** Is somebody holding the task now? A lease is over at the very instant that it names. */
export function isLeased(task: Leased, now: string): boolean {
  return task.state === 'leased' && task.lease_until !== null && now < task.lease_until
}

export function isClosed(task: Pick<TaskRow, 'state'>): boolean {
  return task.state === 'completed' || task.state === 'cancelled'
}

/** The state as anyone is told it: a task whose lease is over is open. */
export function stateOf(task: Leased, now: string): 'open' | 'leased' | 'completed' | 'cancelled' {
  if (task.state === 'completed' || task.state === 'cancelled') return task.state
  return isLeased(task, now) ? 'leased' : 'open'
}

/**
 * The fence: throws unless the caller holds the task under this generation now. Everything that a holder does
 * comes through here, so that a late one can do nothing.
 */
export function requireLease(task: Leased, caller: Caller, asked: { generation: number; now: string }): void {
  const isHolder = task.holder_id === caller.identityId
  if (isLeased(task, asked.now) && task.generation === asked.generation && !isHolder)
    throw problem('forbidden', 'Somebody else holds this task.')
  if (!isHolder || task.generation !== asked.generation || !isLeased(task, asked.now))
    throw problem('lease_lost', 'You do not hold this task under this generation any more; claim it again.')
}
