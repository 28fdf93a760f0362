import type { Act } from '../command/act.ts'
import { namesNothing } from '../core/problem.ts'
import type { TaskRow } from '../storage/rows/curation.ts'
import { seeTask } from './seen.ts'
import { linkTask } from './suggestions.ts'
import { openTask } from './tasks.ts'

export interface Research {
  topicId: string
  title: string
  brief: string
  prerequisites: readonly string[]
  suggestionId: string | null
}

/** Prerequisites lie in the topic of the task, so that its readers can see them, and can still be completed. */
export async function requirePrerequisites(
  act: Act,
  { topicId, prerequisites }: Pick<Research, 'topicId' | 'prerequisites'>,
  pointer: string,
): Promise<void> {
  for (const [place, id] of prerequisites.entries()) {
    const task = await seeTask(act.tx, act.caller, id)
    if (task?.topic_id !== topicId || task.state === 'cancelled') throw namesNothing(`${pointer}/${place}`)
  }
}

/** Opens a research task; the suggestion that it comes from leads to it. */
export async function openResearch(act: Act, made: Research): Promise<TaskRow> {
  const task = await openTask(act, { kind: 'research', ...made })
  if (made.suggestionId !== null) await linkTask(act.tx, made.suggestionId, task.task_id)
  return task
}
