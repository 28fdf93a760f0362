import { EMPTY_LOCK } from '../../lock/lock.ts'
import { readLockFile } from '../../lock/lock-file.ts'
import { namedPress, pressesOf } from '../../lock/lock-press.ts'
import { proveSkill } from '../../skills/prove-skill.ts'
import { skillPins } from '../../skills/skill-pin.ts'
import type { CommandOutput } from '../command.ts'
import type { SkillOptions } from './skill-options.ts'

/**
 * `colophon skill export`: the bytes of a `SKILL.md`. Of one that is pinned those that were installed, also when it was changed here,
 * revised or retired since; of another those that would be installed now.
 */
export async function exportSkill(word: string, options: SkillOptions): Promise<CommandOutput> {
  const lock = (await readLockFile(options.lock))?.lock ?? EMPTY_LOCK
  const pin = skillPins(lock).find(({ name, path, hash }) => [name, path, hash].includes(word))
  if (pin !== undefined) {
    const [press] = pressesOf({ ...lock, pins: [pin] }, options)
    if (press === undefined) throw new TypeError('a pin has a press')
    const claimed = { ...pin, content_hash: pin.hash, publication_hash: pin.publication }
    const { bytes } = await proveSkill(press, claimed, lock.logs[press.press] ?? null)
    return { facts: { ...pin, text: new TextDecoder().decode(bytes) }, text: bytes }
  }
  const press = namedPress(options)
  const offered = await press.client.call('getSkill', { query: { path: word } })
  const { bytes } = await proveSkill(
    press,
    { ...offered, entry: offered.entry_id },
    lock.logs[press.press] ?? null,
  )
  return { facts: { ...offered, text: new TextDecoder().decode(bytes) }, text: bytes }
}
