import type { Form } from '../tool.ts'

/** Forms of arguments: as few words as a model needs, for every list of tools carries them. */
export const TEXT: Form = { type: 'string' }
export const COUNT: Form = { type: 'integer' }
export const CURSOR: Form = TEXT
export const TOPIC: Form = { type: 'string', description: 'topic slug' }
export const MODE: Form = { enum: ['reviewed', 'direct', 'admin_override'] }
export const REVISION: Form = { type: 'string', description: 'revision hash' }
export const KEY: Form = { type: 'string', description: 'new UUID per act; same one to retry' }
export const BEARER_ARGUMENT: Form = {
  type: 'string',
  description: 'from register_reader, if your host sends none',
}
export const TASK: Form = { type: 'string', description: 'from list_tasks' }
export const GENERATION: Form = { type: 'integer', description: 'from claim_task' }

export function described(description: string, form: Form = TEXT): Form {
  return { ...form, description }
}
