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
import { skills } from './operations/skills.ts'
import { suggestions } from './operations/suggestions.ts'
import { tasks } from './operations/tasks.ts'

/** The table of operations, with the literal types of each. Named, so that no declaration has to repeat them. */
export type Operations = typeof reading &
  typeof skills &
  typeof log &
  typeof curation &
  typeof suggestions &
  typeof retirement &
  typeof editorial &
  typeof tasks &
  typeof participation &
  typeof reviewing &
  typeof access &
  typeof administration

/** Every operation of the service, by its id: routes, checks, document, client and tools come from here. */
export const OPERATIONS: Operations = {
  ...reading,
  ...skills,
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
} satisfies Record<string, Operation>

/** The id of an operation: its name in code. */
export type OperationId = keyof Operations
