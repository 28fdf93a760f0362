import type { UnitOfWork } from '../command/unit-of-work.ts'
import { namesNothing } from '../core/problem.ts'
import type { TaskRow } from '../storage/rows/curation.ts'
import { linkTask } from './suggestions.ts'
import { openTaskRow } from './tasks.ts'
import { findVisibleTask } from './visibility.ts'

interface Research {
  topicId: string
  title: string
  brief: string
  prerequisites: readonly string[]
  suggestionId: string | null
}

const CAN_COME_FIRST: Readonly<Record<TaskRow['state'], boolean>> = {
  open: true,
  leased: true,
  completed: true,
  cancelled: false,
}

/** Prerequisites lie in the topic of the task, so that its readers can see them, and can still be completed. */
export async function requirePrerequisites(
  unit: UnitOfWork,
  { topicId, prerequisites }: Pick<Research, 'topicId' | 'prerequisites'>,
  pointer: string,
): Promise<void> {
  for (const [place, id] of prerequisites.entries()) {
    const task = await findVisibleTask(unit.tx, unit.caller, id)
    if (task?.topic_id !== topicId || !CAN_COME_FIRST[task.state]) throw namesNothing(`${pointer}/${place}`)
  }
}

/** Opens a research task; the suggestion that it comes from leads to it. */
export async function openResearch(unit: UnitOfWork, made: Research): Promise<TaskRow> {
  const task = await openTaskRow(unit, { kind: 'research', ...made })
  if (made.suggestionId !== null) await linkTask(unit.tx, made.suggestionId, task.task_id)
  return task
}
