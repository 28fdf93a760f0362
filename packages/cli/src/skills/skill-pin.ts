import { faultOfSkillName, isHash } from '@colophon/contract'
import { CommandRefused } from '../commands/command.ts'
import type { Lock, Pin } from '../lock/lock.ts'

/** The kind of a pin that has a `SKILL.md` beside it. */
export const SKILL = 'skill'

/** A skill that is installed: with its article, which its hash names, all that its file is made of. */
export interface SkillPin extends Pin {
  readonly kind: typeof SKILL
  readonly name: string
  /** The folders that it is installed in: relative to that of the lock with `/`, or absolute where it is elsewhere. */
  readonly folders: readonly string[]
  readonly publication: string
  readonly mode: string
  readonly license: string | null
  /** As the file has it: it may have changed since. */
  readonly freshness: string | null
  /** Of the bytes of the file. */
  readonly sha256: string
}

/** The skills of a lock. Anybody may have written it: throws CommandRefused for a pin that is none. */
export function skillPins({ pins }: Lock): SkillPin[] {
  return pins.filter(({ kind }) => kind === SKILL).map(readSkillPin)
}

function readSkillPin(pin: Pin): SkillPin {
  const { name, folders, publication, mode, license, freshness, sha256 } = pin
  const wrong = (member: string) =>
    new CommandRefused(`the lock has a skill (${pin.path}) without a right ${member}`)
  if (typeof name !== 'string' || faultOfSkillName(name) !== null || !pin.path.endsWith(`/${name}`))
    throw wrong('name')
  if (!Array.isArray(folders) || folders.length === 0 || !folders.every(isText)) throw wrong('folders')
  if (!isHash(publication)) throw wrong('publication')
  if (!isHash(sha256)) throw wrong('sha256')
  if (!isText(mode)) throw wrong('mode')
  if (!isTextOrNull(license)) throw wrong('license')
  if (!isTextOrNull(freshness)) throw wrong('freshness')
  const { kind: _, ...rest } = pin
  return {
    ...rest,
    kind: SKILL,
    press: pin.press,
    path: pin.path,
    entry: pin.entry,
    hash: pin.hash,
    name,
    folders,
    publication: String(publication),
    mode,
    license,
    freshness,
    sha256: String(sha256),
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

function isTextOrNull(value: unknown): value is string | null {
  return value === null || isText(value)
}
