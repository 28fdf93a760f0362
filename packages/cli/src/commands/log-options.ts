import { readFile } from 'node:fs/promises'
import { type LogPolicy, LogRefused, type NoteKey, parsePolicy, requireKey } from '@colophon/log'
import { CommandRefused } from './command.ts'

/** The text of a file that was named: a policy, a signed statement. */
export async function readGivenText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    throw new CommandRefused(`the file ${path} cannot be read`, { cause: error })
  }
}

/** The key of a log that was typed, as name+id+key. */
export function givenKey(text: string): NoteKey {
  return typedRight('', () => requireKey(text))
}

/** The policy in a file that was named. */
export async function givenPolicy(path: string): Promise<LogPolicy> {
  const text = await readGivenText(path)
  return typedRight(`${path}: `, () => parsePolicy(text))
}

/** What is read from the command line is typed wrong, and proves nothing about a log. */
function typedRight<T>(place: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof LogRefused) throw new CommandRefused(`${place}${error.message}`, { cause: error })
    throw error
  }
}
