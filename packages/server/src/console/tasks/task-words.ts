import { type AnswerOf, isReviewTask, type Operations } from '@colophon/contract'
import { html, type Markup } from '../../pages/html.ts'
import { instantView } from '../detail-layout.ts'
import { labelOf, type Option } from '../fields.ts'
import type { Filter, FilteredList } from '../filters.ts'
import { withPlace } from '../list-place.ts'

export type TaskAnswer = AnswerOf<Operations['getTask']>

const TASK_KINDS: readonly Option[] = [
  { value: 'research', label: 'Research' },
  { value: 'refresh', label: 'Refresh' },
  { value: 'review', label: 'Review' },
]

const TASK_STATES: readonly Option[] = [
  { value: 'open', label: 'Open' },
  { value: 'leased', label: 'Held by someone' },
  { value: 'completed', label: 'Completed' },
  { value: 'cancelled', label: 'Cancelled' },
]

const CLAIMABLE: Filter = {
  name: 'claimable',
  label: 'For you',
  options: [
    { value: 'true', label: 'You can claim it' },
    { value: 'false', label: 'You cannot' },
  ],
}

const BLOCKERS: Readonly<Record<TaskAnswer['claim_blockers'][number], string>> = {
  prerequisites: 'it waits for another task',
  grant: 'your grants do not cover it',
  conflict: 'you wrote or finalized the candidate, or review another focus of it',
  leased: 'someone holds it',
  closed: 'it is closed',
}

export function kindWords(kind: TaskAnswer['kind']): string {
  return labelOf(TASK_KINDS, kind)
}

/** How the task stands for the visitor, in words. */
export function standing(task: TaskAnswer): Markup {
  if (task.leased_to_me && task.lease_until !== null)
    return html`<span class="mark yours">Yours</span> until ${instantView(task.lease_until)}`
  if (task.can_claim) return html`<span class="mark open">Open</span> you can claim it`
  if (task.claim_blockers.includes('closed')) return html`<span class="mark">${stateWords(task.state)}</span>`
  const why = task.claim_blockers.map((blocker) => BLOCKERS[blocker]).join('; ')
  return html`<span class="mark">${stateWords(task.state)}</span> ${why}`
}

const STATE_WORDS: Readonly<Record<TaskAnswer['state'], string>> = {
  open: 'Open',
  leased: 'Held',
  completed: 'Completed',
  cancelled: 'Cancelled',
}

function stateWords(state: TaskAnswer['state']): string {
  return STATE_WORDS[state]
}

/** Where a task is worked on. */
export function taskAddress({ kind, task_id }: Pick<TaskAnswer, 'kind' | 'task_id'>): string {
  return isReviewTask(kind) ? `/console/reviews/${task_id}` : `/console/tasks/${task_id}`
}

/** A refresh ends with a revision of its entry, research with anything. */
export function writeAddress({ entry_id, task_id }: TaskAnswer): string {
  return `/console/write${entry_id === null ? '' : `/${entry_id}`}?task=${task_id}`
}

/** The list of tasks, with what may be chosen of it. */
export const TASK_LIST: FilteredList = {
  path: '/console/tasks',
  label: 'Tasks',
  filters: [
    { name: 'topic', label: 'Topic' },
    { name: 'kind', label: 'Kind', options: TASK_KINDS },
    { name: 'state', label: 'State', options: TASK_STATES },
    CLAIMABLE,
  ],
}

/** The list of reviews, with what may be chosen of it. */
export const REVIEW_LIST: FilteredList = {
  path: '/console/reviews',
  label: 'Reviews',
  filters: [{ name: 'topic', label: 'Topic' }, CLAIMABLE],
}

/** Each leads back to its list at this place. */
export function taskList(tasks: readonly TaskAnswer[], place = ''): Markup {
  return html`<ul class="entries">
    ${tasks.map(
      (task) => html`<li>
        <h3><a href=${withPlace(taskAddress(task), place)}>${task.title}</a></h3>
        <p class="facts">${standing(task)}</p>
        <p class="facts">
          ${kindWords(task.kind)} ${task.focus === null ? null : html`(${task.focus})`} in ${task.topic_id},
          since ${instantView(task.created_at)}
        </p>
      </li>`,
    )}
  </ul>`
}
