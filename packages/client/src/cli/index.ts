import { check } from './check.ts'
import type { ClientCommand } from './command.ts'
import { EDITORIAL } from './editorial.ts'
import { PARTICIPATION } from './participation.ts'
import { READING } from './reading.ts'

export { type ClientCommand, CommandRefused, type Given, type Told } from './command.ts'
export { printable } from './printable.ts'

/** Every command that reaches a press over HTTP, in the order in which help shows them. */
export const CLIENT_COMMANDS: readonly ClientCommand[] = [...READING, check, ...PARTICIPATION, ...EDITORIAL]
