import { dirname, resolve } from 'node:path'
import type { Client } from '@colophon/client'
import type { PinFinding } from '../../lock/findings.ts'
import type { Lock } from '../../lock/lock.ts'
import { proveSkill } from '../../skills/prove-skill.ts'
import { folderOf, namedFolder, readInstalled, type SkillFolder } from '../../skills/skill-folder.ts'
import { type SkillPin, skillPins } from '../../skills/skill-pin.ts'
import { printable } from '../../terminal/progress.ts'
import { type CommandOutput, CommandRefused } from '../command.ts'
import { askPresses, requireLock } from '../lock/read-pins.ts'
import { givenFolder, type SkillOptions } from './skill-options.ts'

/** What may be wrong with a skill where it is installed. */
type LocalFinding = 'missing' | 'altered' | 'other_files'

interface CheckedSkill {
  readonly pin: SkillPin
  readonly findings: readonly (LocalFinding | PinFinding)[]
  /** One line for each finding. */
  readonly lines: readonly string[]
}

/** The skills that are meant: by name or path; without a word all of them. */
export function selectSkills(lock: Lock, words: readonly string[]): SkillPin[] {
  const pins = skillPins(lock)
  const isMeant = (pin: SkillPin, word: string) => [pin.name, pin.path, pin.hash].includes(word)
  const wrong = words.find((word) => !pins.some((pin) => isMeant(pin, word)))
  if (wrong !== undefined) throw new CommandRefused(`no skill ${wrong} is installed by this lock`)
  return words.length === 0 ? pins : pins.filter((pin) => words.some((word) => isMeant(pin, word)))
}

/** Where a pin is installed, to be looked at alone. */
function readableFolder(lock: string, named: string): SkillFolder {
  return folderOf(lock, resolve(dirname(resolve(lock)), named))
}

/** `colophon skill verify`: the files are those that were pinned, these follow from the records of the press, and nothing was retired. */
export async function verifySkills(words: readonly string[], options: SkillOptions): Promise<CommandOutput> {
  const { lock } = await requireLock(options)
  const pins = selectSkills(lock, words)
  const remote = options.offline === true ? new Map() : await askAbout(lock, pins, options)
  const checked: CheckedSkill[] = []
  for (const pin of pins) {
    const local = await checkFiles(pin, options.lock)
    const { findings = [], lines = [] } = remote.get(pin) ?? {}
    checked.push({ pin, findings: [...local.findings, ...findings], lines: [...local.lines, ...lines] })
  }
  const bad = checked.filter(({ findings }) => findings.some((finding) => IS_BAD[finding]))
  return {
    facts: { items: checked.map(({ pin, findings }) => ({ ...pin, findings })), failed: bad.length },
    text: [
      ...checked.map(({ pin, findings }) => printable(`${findings.join(', ') || 'sound'}  ${pin.path}`)),
      ...checked.flatMap(({ lines }) => lines.map((line) => printable(`  ${line}`))),
      `${pins.length} skills: ${pins.length - bad.length} verified`,
    ],
    isBad: bad.length > 0,
  }
}

const IS_BAD: Readonly<Record<LocalFinding | PinFinding, boolean>> = {
  missing: true,
  altered: true,
  other_files: true,
  retired: true,
  unknown: true,
  challenged: true,
  superseded: false,
  due: false,
}

async function checkFiles(pin: SkillPin, lock: string): Promise<Omit<CheckedSkill, 'pin'>> {
  const findings = new Set<LocalFinding>()
  const lines: string[] = []
  for (const named of pin.folders) {
    const folder = readableFolder(lock, named)
    const { sha256, others } = await readInstalled(folder, pin.name)
    const place = `${folder.path}/${pin.name}`
    if (sha256 === null) {
      findings.add('missing')
      lines.push(`${place}/SKILL.md is not there`)
    } else if (sha256 !== pin.sha256) {
      findings.add('altered')
      lines.push(`${place}/SKILL.md has the hash ${sha256}, and ${pin.sha256} is pinned`)
    }
    if (others.length > 0) {
      findings.add('other_files')
      lines.push(`${place} has what no press installed: ${others.join(', ')}`)
    }
  }
  return { findings: [...findings], lines }
}

/** Proves the pins of each press, and says where they stand. Throws LogRefused where a pin does not follow from its records. */
async function askAbout(lock: Lock, pins: readonly SkillPin[], options: SkillOptions) {
  const found = new Map<SkillPin, Omit<CheckedSkill, 'pin'>>()
  for (const { press, audited } of await askPresses({ ...lock, pins }, options))
    for (const { pin: audit, status, findings } of audited) {
      const pin = pins.find((one) => one.press === audit.press && one.entry === audit.entry)
      if (pin === undefined) continue
      const instead = status.replacements.map(
        ({ path, content_hash }) => `use instead: ${path} (${content_hash})`,
      )
      const why = IS_READABLE[status.state] ? await reasonOf(press.client, pin, findings) : []
      found.set(pin, { findings, lines: [...why, ...instead] })
      const claimed = { ...pin, content_hash: pin.hash, publication_hash: pin.publication }
      if (IS_READABLE[status.state]) await proveSkill(press, claimed, lock.logs[press.press] ?? null)
    }
  return found
}

const IS_READABLE = { current: true, superseded: true, retired: true, unknown: false } as const

async function reasonOf(
  client: Client,
  { hash, path }: SkillPin,
  findings: readonly PinFinding[],
): Promise<string[]> {
  return findings.some((finding) => NEEDS_REASON[finding]) ? await retirementOf(client, { hash, path }) : []
}

/** When and why a pinned revision was retired, in one line; none where it was not. */
export async function retirementOf(
  client: Client,
  { hash, path }: Pick<SkillPin, 'hash' | 'path'>,
): Promise<string[]> {
  const { items } = await client.call('listRetirements', { params: { sha256: hash } })
  const last = items.at(-1)
  return last === undefined ? [] : [`${path} was retired on ${last.decided_at.slice(0, 10)}: ${last.reason}`]
}

const NEEDS_REASON: Readonly<Record<PinFinding, boolean>> = {
  retired: true,
  unknown: false,
  challenged: false,
  superseded: false,
  due: false,
}

/** `colophon skill outdated`: the skills in whose place something else is installed by now. */
export async function listOutdatedSkills(options: SkillOptions): Promise<CommandOutput> {
  const { lock } = await requireLock(options)
  const pins = skillPins(lock)
  const items: object[] = []
  const text: string[] = []
  for (const { press, audited } of await askPresses({ ...lock, pins }, options))
    for (const { pin: audit, status, findings } of audited) {
      const pin = pins.find((one) => one.press === audit.press && one.entry === audit.entry)
      if (pin === undefined) continue
      const now = IS_HEAD[status.state]
        ? await press.client.call('getSkill', { query: { path: pin.path } }).catch(() => null)
        : null
      const isRepublished = now !== null && now.publication_hash !== pin.publication
      if (!isRepublished && !findings.some((finding) => IS_OUTDATED[finding])) continue
      const words = isRepublished ? [...findings, `published again as ${now.mode}`] : findings
      items.push({ ...pin, state: status.state, findings, head_hash: status.head_hash, offered: now })
      text.push(printable(`${words.join(', ')}  ${pin.path}  ${pin.hash}`))
    }
  return {
    facts: { items, skills: pins.length },
    text: [...text, `${items.length} of ${pins.length} skills are outdated`],
    isBad: items.length > 0,
  }
}

const IS_HEAD = { current: true, superseded: false, retired: false, unknown: false } as const

const IS_OUTDATED: Readonly<Record<PinFinding, boolean>> = {
  retired: true,
  unknown: true,
  challenged: false,
  superseded: true,
  due: false,
}

/** The folders of a skill that may be written to; throws CommandRefused where one of them may not. */
export function writableFolders(pin: SkillPin, options: SkillOptions): SkillFolder[] {
  return pin.folders.map((named) => {
    const folder = namedFolder(options.lock, named, givenFolder(options))
    if (folder === null)
      throw new CommandRefused(
        `${named} is not below the folder of ${options.lock}: name it with --dir to write to it`,
      )
    return folder
  })
}
