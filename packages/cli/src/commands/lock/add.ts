import { isBuried, isHash } from '@colophon/contract'
import { ARTICLE, EMPTY_LOCK, type Lock, type Pin, withPins } from '../../lock/lock.ts'
import { changeLockFile, readLockFile } from '../../lock/lock-file.ts'
import { namedPress, type PinnedPress } from '../../lock/lock-press.ts'
import { provePins } from '../../lock/prove-pins.ts'
import { printable } from '../../terminal/progress.ts'
import { statusesOf } from '../check.ts'
import type { CommandOutput } from '../command.ts'
import { readEntryHead } from '../reading.ts'
import type { LockOptions } from './lock-options.ts'

/** `colophon add`: pins what is named, all of it or, where one thing cannot be pinned, none. */
export async function addPins(words: readonly string[], options: LockOptions): Promise<CommandOutput> {
  const press = namedPress(options)
  const before = (await readLockFile(options.lock))?.lock ?? EMPTY_LOCK
  const found: WantedPin[] = []
  for (const word of words) found.push(await findWanted(press, word))
  const refused = found.flatMap(({ refusal }) => refusal ?? [])
  if (refused.length > 0) return refusalOf(refused)
  const pins = found.flatMap(({ pin }) => pin ?? [])
  const { seen, remarks } = await provePins(press, pins, before.logs[press.press] ?? null)
  const isNew = (pin: Pin) => !before.pins.some((other) => isSamePin(other, pin))
  const added = pins.filter(isNew)
  if (options.frozen !== true) {
    const logs: Lock['logs'] = seen === null ? {} : { [press.press]: seen }
    await changeLockFile(options.lock, (lock) => withPins(lock, pins, logs))
  }
  const verb = options.frozen === true ? 'not pinned yet' : 'pinned'
  return {
    facts: { pins, added: added.map(({ hash }) => hash), refused: [], remarks },
    text: pins.map((pin) => printable(`${isNew(pin) ? verb : 'pinned before'}  ${pin.path}  ${pin.hash}`)),
    remarks: remarks.map(printable),
    isBad: options.frozen === true && added.length > 0,
  }
}

interface WantedPin {
  readonly pin: Pin | null
  /** Why it is not pinned. */
  readonly refusal: string | null
}

async function findWanted(press: PinnedPress, word: string): Promise<WantedPin> {
  if (isHash(word)) return await findRevision(press, word)
  const { path, entry_id, content_hash, status } = await readEntryHead(press.client, word)
  if (isBuried(status))
    return { pin: null, refusal: `${path} is retired: colophon read shows what to read in its place` }
  return {
    pin: { kind: ARTICLE, press: press.press, path, entry: entry_id, hash: content_hash },
    refusal: null,
  }
}

const IS_PINNED = { current: true, superseded: true, retired: false, unknown: false } as const

async function findRevision({ press, client }: PinnedPress, hash: string): Promise<WantedPin> {
  const status = (await statusesOf(client, [hash])).get(hash)
  const { path = null, entry_id: entry = null, state = 'unknown' } = status ?? {}
  if (!IS_PINNED[state] || path === null || entry === null)
    return { pin: null, refusal: `${hash} is ${state}` }
  return { pin: { kind: ARTICLE, press, path, entry, hash }, refusal: null }
}

function refusalOf(refused: readonly string[]): CommandOutput {
  const lines = refused.map((line) => printable(`FAILED ${line}`))
  return {
    facts: { pins: [], added: [], refused, remarks: [] },
    text: [...lines, 'Nothing was pinned.'],
    isBad: true,
  }
}

function isSamePin(one: Pin, other: Pin): boolean {
  return (
    one.press === other.press &&
    one.kind === other.kind &&
    one.entry === other.entry &&
    one.hash === other.hash
  )
}
