import { changeLockFile } from '../../lock/lock-file.ts'
import { readInstalled, removeSkill } from '../../skills/skill-folder.ts'
import type { SkillPin } from '../../skills/skill-pin.ts'
import { printable } from '../../terminal/progress.ts'
import type { CommandOutput } from '../command.ts'
import { requireLock } from '../lock/read-pins.ts'
import { selectSkills, writableFolders } from './check-skills.ts'
import type { SkillOptions } from './skill-options.ts'

/** `colophon skill remove`: takes away what was installed, and its pin. A file that was changed stays, unless by force. */
export async function removeSkills(words: readonly string[], options: SkillOptions): Promise<CommandOutput> {
  const { lock } = await requireLock(options)
  const pins = selectSkills(lock, words)
  const refused: string[] = []
  for (const pin of pins)
    for (const folder of writableFolders(pin, options)) {
      const { sha256 } = await readInstalled(folder, pin.name)
      if (sha256 !== null && sha256 !== pin.sha256 && options.force !== true)
        refused.push(
          `${folder.path}/${pin.name}/SKILL.md was changed since it was installed: --force removes it`,
        )
    }
  if (refused.length > 0)
    return {
      facts: { removed: [], refused },
      text: [...refused.map((line) => printable(`FAILED ${line}`)), 'Nothing was removed.'],
      isBad: true,
    }
  for (const pin of pins)
    for (const folder of writableFolders(pin, options)) await removeSkill(folder, pin.name)
  const isRemoved = (one: { press: string; entry: string; kind: string }) =>
    pins.some((pin: SkillPin) => pin.press === one.press && pin.entry === one.entry && pin.kind === one.kind)
  await changeLockFile(options.lock, (now) => ({ ...now, pins: now.pins.filter((pin) => !isRemoved(pin)) }))
  return {
    facts: { removed: pins, refused: [] },
    text: pins.map(({ path, name }) => printable(`removed  ${path}  ${name}`)),
  }
}
