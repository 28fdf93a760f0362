import { type CallOperation, ColophonProblem } from '@colophon/client'
import { hasSkills } from '@colophon/contract'

export interface NewTopic {
  readonly id: string
  readonly title: string
  readonly summary: string
}

/** Makes the topic, invited, when it is not there. */
export async function ensureTopic(call: CallOperation, topic: NewTopic): Promise<void> {
  try {
    await call('getTopic', { params: { id: topic.id } })
  } catch (error) {
    if (!hasCode(error, 'not_found')) throw error
    await makeTopic(call, topic)
  }
}

async function makeTopic(call: CallOperation, topic: NewTopic): Promise<void> {
  try {
    await call('createTopic', { body: { ...topic } })
  } catch (error) {
    if (hasCode(error, 'forbidden'))
      throw new Error(`there is no topic ${topic.id}, and this token may not make it`, { cause: error })
    // Another import made it in between, or it is one that the token may not see: publishing will tell.
    if (!hasCode(error, 'already_exists')) throw error
  }
}

/** Makes the articles of the topic skills, if they are not. */
export async function ensureSkills(call: CallOperation, id: string): Promise<void> {
  const { visibility, profile } = await call('getTopic', { params: { id } })
  if (hasSkills(profile)) return
  const body = { expected_visibility: visibility, visibility, profile: 'skills', reason: REASON } as const
  try {
    await call('changeVisibility', { params: { id }, body })
  } catch (error) {
    if (!hasCode(error, 'forbidden')) throw error
    throw new Error(`the topic ${id} publishes no skills, and this token may not change that`, {
      cause: error,
    })
  }
}

const REASON = 'Skills are imported into it.'

/** The topic that an import makes when nobody described one. */
export function plainTopic(id: string): NewTopic {
  const title = id.replaceAll('-', ' ')
  return {
    id,
    title: title.charAt(0).toUpperCase() + title.slice(1),
    summary: `Articles imported from Markdown files as ${id}.`,
  }
}

export function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof ColophonProblem && codes.includes(error.code)
}
