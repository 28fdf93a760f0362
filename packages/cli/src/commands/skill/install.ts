import type { Client } from '@colophon/client'
import { sha256OfBytes } from '@colophon/client/node/files'
import { isReviewed, pathOfAnySkillUri } from '@colophon/contract'
import { LogRefused } from '@colophon/log'
import { EMPTY_LOCK, type Lock, withPins } from '../../lock/lock.ts'
import { changeLockFile, readLockFile } from '../../lock/lock-file.ts'
import { namedPress, type PinnedPress, pressesOf } from '../../lock/lock-press.ts'
import { type OfferedSkill, type ProvenSkill, proveSkill } from '../../skills/prove-skill.ts'
import {
  faultOfFolderName,
  namedFolder,
  readInstalled,
  type SkillFolder,
  writeSkill,
} from '../../skills/skill-folder.ts'
import { SKILL, type SkillPin, skillPins } from '../../skills/skill-pin.ts'
import { printable } from '../../terminal/progress.ts'
import { statusesOf } from '../check.ts'
import { type CommandOutput, CommandRefused, choiceOf, MODES } from '../command.ts'
import { readEntryHead } from '../reading.ts'
import { retirementOf } from './check-skills.ts'
import { givenFolder, type SkillOptions, targetFolder } from './skill-options.ts'

interface ReadySkill {
  readonly pin: SkillPin
  readonly proven: ProvenSkill
  readonly folders: readonly SkillFolder[]
}

/** `colophon skill install`: what is named, or without a word whatever the lock pins. All of it, or nothing. */
export async function installSkills(words: readonly string[], options: SkillOptions): Promise<CommandOutput> {
  const lock = (await readLockFile(options.lock))?.lock ?? EMPTY_LOCK
  if (options.require !== undefined) choiceOf(options.require, MODES, '--require')
  const { found, refused } =
    words.length === 0
      ? await pinnedSkills(lock, options)
      : { found: await namedSkills(words, lock, options), refused: [] }
  for (const { pin, proven, folders } of found) {
    if (options.require !== undefined && !fitsMode(proven.mode, options.require))
      refused.push(`${pin.path} was published as ${proven.mode}, and --require asks for ${options.require}`)
    for (const folder of folders) refused.push(...(await faultsOfPlace({ pin, folder, lock }, options)))
  }
  refused.push(...meetingNames(found))
  if (refused.length > 0) return refusal(refused)
  for (const { pin, proven, folders } of found)
    for (const folder of folders) await writeSkill(folder, pin.name, proven.bytes)
  const logs = Object.fromEntries(
    found.flatMap(({ pin, proven }) => (proven.seen ? [[pin.press, proven.seen]] : [])),
  )
  const pins = found.map(({ pin }) => pin)
  await changeLockFile(options.lock, (now) => withPins(now, pins, logs))
  const remarks = found.flatMap(({ proven }) => proven.remarks)
  return {
    facts: { installed: pins, refused: [], remarks },
    text: found.flatMap(({ pin, folders }) =>
      folders.map(({ path }) =>
        printable(`installed  ${pin.path}  ${pin.mode}  ${path}/${pin.name}/SKILL.md`),
      ),
    ),
    remarks: remarks.map(printable),
  }
}

/** Only `reviewed` says more than another: whatever else is asked for is asked for by its name. */
function fitsMode(mode: string, required: string): boolean {
  return mode === required || isReviewed(mode as OfferedSkill['mode'])
}

async function namedSkills(
  words: readonly string[],
  lock: Lock,
  options: SkillOptions,
): Promise<ReadySkill[]> {
  const press = namedPress(options)
  const target = targetFolder(options)
  const known = skillPins(lock)
  const ready: ReadySkill[] = []
  for (const path of new Set(await Promise.all(words.map((word) => pathOf(press, word))))) {
    const offered = await press.client.call('getSkill', { query: { path } })
    const fault = faultOfFolderName(offered.name)
    if (fault !== null) throw new CommandRefused(`${path} cannot be installed: its name ${fault}`)
    const claimed = { ...offered, entry: offered.entry_id }
    const proven = await proveSkill(press, claimed, lock.logs[press.press] ?? null)
    await requireServed(press, offered)
    const before = known.find((pin) => pin.press === press.press && pin.entry === offered.entry_id)
    const kept = before?.name === offered.name ? before.folders : []
    const folders = [...new Set([...kept, target.named])].sort()
    ready.push({
      pin: pinOf(press.press, offered, folders),
      proven,
      folders: folders.map((named) => requireFolder(named, options)),
    })
  }
  return ready
}

/** Whoever asks the press itself gets these bytes, too. */
async function requireServed({ client, press }: PinnedPress, { path, sha256 }: OfferedSkill): Promise<void> {
  const served = sha256OfBytes(await client.call('readSkill', { query: { path } }))
  if (served !== sha256)
    throw new LogRefused(`${press} serves other bytes for ${path} (${served}) than it says (${sha256})`)
}

function pinOf(press: string, skill: OfferedSkill, folders: readonly string[]): SkillPin {
  return {
    kind: SKILL,
    press,
    path: skill.path,
    entry: skill.entry_id,
    hash: skill.content_hash,
    name: skill.name,
    folders,
    publication: skill.publication_hash,
    mode: skill.mode,
    license: skill.license,
    freshness: skill.freshness,
    sha256: skill.sha256,
  }
}

async function pathOf({ client }: PinnedPress, word: string): Promise<string> {
  if (word.startsWith('/')) return word
  const path = pathOfAnySkillUri(word)
  return path ?? (await readEntryHead(client, word)).path
}

interface PinnedSkills {
  readonly found: readonly ReadySkill[]
  /** Why others are not installed. */
  readonly refused: string[]
}

/** What is pinned comes back byte for byte, unless it is retired. */
async function pinnedSkills(lock: Lock, options: SkillOptions): Promise<PinnedSkills> {
  const pins = skillPins(lock)
  if (pins.length === 0) throw new CommandRefused(`no skill is pinned in ${options.lock}: name one`)
  const found: ReadySkill[] = []
  const refused: string[] = []
  for (const press of pressesOf({ ...lock, pins }, options)) {
    const own = pins.filter((pin) => pin.press === press.press)
    const statuses = await statusesOf(press.client, [...new Set(own.map(({ hash }) => hash))])
    for (const pin of own) {
      const state = statuses.get(pin.hash)?.state ?? 'unknown'
      if (!IS_INSTALLED[state]) {
        refused.push(...(await reasonsAgainst(press.client, pin, state)))
        continue
      }
      const claimed = { ...pin, content_hash: pin.hash, publication_hash: pin.publication }
      const proven = await proveSkill(press, claimed, lock.logs[press.press] ?? null)
      found.push({ pin, proven, folders: pin.folders.map((named) => requireFolder(named, options)) })
    }
  }
  return { found, refused }
}

async function reasonsAgainst(client: Client, pin: SkillPin, state: keyof typeof IS_INSTALLED) {
  const retired = IS_RECORDED[state] ? await retirementOf(client, pin) : []
  return retired.length > 0 ? retired : [`${pin.path} is ${state}`]
}

/** Whose retirement is there to read. */
const IS_RECORDED = { current: true, superseded: true, retired: true, unknown: false } as const

const IS_INSTALLED = { current: true, superseded: true, retired: false, unknown: false } as const

function requireFolder(named: string, options: SkillOptions): SkillFolder {
  const folder = namedFolder(options.lock, named, givenFolder(options))
  if (folder === null)
    throw new CommandRefused(
      `${named} is not below the folder of ${options.lock}: name it with --dir to write to it`,
    )
  return folder
}

/** A skill never takes the place of another, nor of one that somebody changed. */
async function faultsOfPlace(
  { pin, folder, lock }: { pin: SkillPin; folder: SkillFolder; lock: Lock },
  { force }: SkillOptions,
): Promise<string[]> {
  const { sha256 } = await readInstalled(folder, pin.name)
  if (sha256 === null || sha256 === pin.sha256 || force === true) return []
  const there = skillPins(lock).find(
    (other) => other.name === pin.name && other.folders.includes(folder.named),
  )
  const place = `${folder.path}/${pin.name}/SKILL.md`
  if (there === undefined) return [`${place} is there, and is not pinned: remove it, or use --force`]
  if (there.entry !== pin.entry || there.press !== pin.press)
    return [`${place} is the skill ${there.path} of ${there.press}: remove that one first`]
  return there.sha256 === sha256
    ? []
    : [`${place} was changed since it was installed: see colophon skill verify`]
}

/** Two skills of one name in one folder would be one. */
function meetingNames(found: readonly ReadySkill[]): string[] {
  const places = found.flatMap(({ pin, folders }) => folders.map(({ path }) => `${path}/${pin.name}`))
  return places
    .filter((place, at) => places.indexOf(place) !== at)
    .map((place) => `two skills would be ${place}`)
}

function refusal(refused: readonly string[]): CommandOutput {
  return {
    facts: { installed: [], refused, remarks: [] },
    text: [...refused.map((line) => printable(`FAILED ${line}`)), 'Nothing was installed.'],
    isBad: true,
  }
}
