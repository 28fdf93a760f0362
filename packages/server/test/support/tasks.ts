import type { AnswerOf, BodyOf, Operations } from '@colophon/contract'
import type { Answer } from './answer.ts'
import type { Site } from './site.ts'
import { submissionOf } from './steps.ts'

export type Task = AnswerOf<Operations['getTask']>
export type Lease = AnswerOf<Operations['claimTask']>

/** Opens a research task as the administrator. */
export async function openTask(
  site: Site,
  wish: Partial<BodyOf<Operations['openTask']>> = {},
): Promise<Task> {
  const body = { topic_id: 'tools', title: 'Compare saws', brief: 'Which saw cuts\nwhat?', ...wish }
  return (await site.post('/api/v1/tasks', body, { token: site.admin })).as('openTask')
}

export async function readTask(site: Site, taskId: string, token = site.admin): Promise<Task> {
  return (await site.get(`/api/v1/tasks/${taskId}`, { token })).as('getTask')
}

export function tryClaim(site: Site, taskId: string, token: string): Promise<Answer> {
  return site.post(`/api/v1/tasks/${taskId}/claim`, {}, { token })
}

export async function claimTask(site: Site, taskId: string, token: string): Promise<Lease> {
  return (await tryClaim(site, taskId, token)).as('claimTask')
}

/** What somebody says to hold. */
export interface Held {
  task_id: string
  generation: number
}

export function heartbeat(site: Site, { task_id, generation }: Held, token: string): Promise<Answer> {
  return site.post(`/api/v1/tasks/${task_id}/heartbeat`, { generation }, { token })
}

export function release(site: Site, { task_id, generation }: Held, token: string): Promise<Answer> {
  return site.post(`/api/v1/tasks/${task_id}/release`, { generation }, { token })
}

export function complete(site: Site, held: Held, hash: string, token: string): Promise<Answer> {
  const body = { generation: held.generation, artifact_hash: hash }
  return site.post(`/api/v1/tasks/${held.task_id}/complete`, body, { token })
}

let papers = 0

/** Submits a new article for a task. */
export function submitFor(
  site: Site,
  held: Held,
  token: string,
  wish: Partial<BodyOf<Operations['createSubmission']>> = {},
): Promise<Answer> {
  papers += 1
  const bound = { task_id: held.task_id, task_generation: held.generation }
  const body = submissionOf({ path: `/tools/paper-${papers}`, ...bound, ...wish })
  return site.post('/api/v1/submissions', body, { token })
}

export async function listTasks(site: Site, query: string, token = site.admin): Promise<Task[]> {
  return (await site.get(`/api/v1/tasks?limit=100&${query}`, { token })).as('listTasks').items
}
