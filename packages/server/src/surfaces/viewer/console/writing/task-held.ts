import type { SignedIn } from '../definitions.ts'
import type { Task } from '../tasks/task-words.ts'

/** The task that a draft is for: the address names it, or the form that is shown again. */
export async function taskHeld({ door, query, attempt }: SignedIn): Promise<Task | null> {
  const id = attempt === null ? query.task : attempt.typed.first('/task_id')
  return typeof id === 'string' && id !== '' ? door.call('getTask', { params: { id } }) : null
}

/** What binds the draft to the lease as it stands now. */
export function taskValues(task: Task | null): Record<string, string> {
  return task === null ? {} : { '/task_id': task.task_id, '/task_generation': String(task.generation) }
}
