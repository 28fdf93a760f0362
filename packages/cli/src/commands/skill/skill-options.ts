import { join } from 'node:path'
import { folderOf, type SkillFolder } from '../../skills/skill-folder.ts'
import { CommandRefused } from '../command.ts'
import type { LockOptions } from '../lock/lock-options.ts'

/** The flags of the commands for skills. */
export interface SkillOptions extends LockOptions {
  /** A folder of one's own. */
  dir?: string
  /** Whose folder, below the current one. */
  host?: string
  /** The mode that a skill must have been published in. */
  require?: string
  /** What is there already gives way. */
  force?: boolean
  offline?: boolean
  topic?: string
}

/** Where hosts look for the skills of a project. */
const HOST_FOLDERS: Readonly<Record<string, string>> = {
  claude: join('.claude', 'skills'),
  agents: join('.agents', 'skills'),
}

/** The folder that whoever runs the command named; null where none was. */
export function givenFolder({ dir, host, lock }: SkillOptions): SkillFolder | null {
  if (dir !== undefined && host !== undefined)
    throw new CommandRefused('--dir and --host name two folders: give one')
  if (dir !== undefined) return folderOf(lock, dir)
  if (host === undefined) return null
  const folder = Object.hasOwn(HOST_FOLDERS, host) ? HOST_FOLDERS[host] : undefined
  if (folder === undefined)
    throw new CommandRefused(`--host must be one of ${Object.keys(HOST_FOLDERS).join(', ')}`)
  return folderOf(lock, folder)
}

/** The folder to install into: what was named, else that of Claude Code. */
export function targetFolder(options: SkillOptions): SkillFolder {
  return givenFolder(options) ?? folderOf(options.lock, HOST_FOLDERS.claude ?? '')
}
