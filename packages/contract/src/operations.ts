import type { Operation } from './operation.ts'
import { access } from './operations/access.ts'
import { administration } from './operations/administration.ts'
import { curation } from './operations/curation.ts'
import { editorial } from './operations/editorial.ts'
import { log } from './operations/log.ts'
import { participation } from './operations/participation.ts'
import { reading } from './operations/reading.ts'
import { retirement } from './operations/retirement.ts'
import { reviewing } from './operations/reviewing.ts'
import { suggestions } from './operations/suggestions.ts'
import { tasks } from './operations/tasks.ts'

/** Every operation of the service, by its id: routes, checks, document, client and tools come from here. */
export const OPERATIONS = {
  ...reading,
  ...log,
  ...curation,
  ...suggestions,
  ...retirement,
  ...editorial,
  ...tasks,
  ...participation,
  ...reviewing,
  ...access,
  ...administration,
} as const satisfies Record<string, Operation>

export type Operations = typeof OPERATIONS
export type OperationId = keyof Operations
