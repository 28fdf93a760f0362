import { type AuditedPin, auditPin, type PinStatus } from '../../lock/findings.ts'
import type { Lock, Pin } from '../../lock/lock.ts'
import { type FoundLock, readLockFile } from '../../lock/lock-file.ts'
import { type PinnedPress, pressesOf } from '../../lock/lock-press.ts'
import { printable } from '../../terminal/progress.ts'
import { statusesOf } from '../check.ts'
import { CommandRefused } from '../command.ts'
import type { LockOptions } from './lock-options.ts'

/** The lock of a command that needs one; throws CommandRefused where there is none. */
export async function requireLock({ lock: path }: LockOptions): Promise<FoundLock> {
  const found = await readLockFile(path)
  if (found === null) throw new CommandRefused(`there is no ${path} here: colophon add makes it`)
  return found
}

/** A press of a lock, and its pins with where they stand. */
export interface PressPins {
  readonly press: PinnedPress
  readonly audited: readonly AuditedPin[]
}

/** Asks every press of a lock where the pins stand, in the order of the lock. */
export async function askPresses(lock: Lock, options: LockOptions): Promise<PressPins[]> {
  const asked: PressPins[] = []
  for (const press of pressesOf(lock, options)) {
    const pins = lock.pins.filter((pin) => pin.press === press.press)
    const statuses = await statusesOf(press.client, [...new Set(pins.map(({ hash }) => hash))])
    asked.push({
      press,
      audited: pins.map((pin) => auditPin(pin, statuses.get(pin.hash) ?? unknownStatus(pin))),
    })
  }
  return asked
}

/** A press that passes over what it is asked about knows nothing of it. */
function unknownStatus({ hash: sha256 }: Pin): PinStatus {
  return {
    sha256,
    state: 'unknown',
    entry_id: null,
    head_hash: null,
    path: null,
    title: null,
    replacements: [],
    freshness: null,
  }
}

/** What `--json` says of a pin: its members, and where it stands. */
export function auditedFacts({ pin, status, findings }: AuditedPin): object {
  const { state, head_hash, title, replacements, freshness } = status
  return { ...pin, state, freshness, head_hash, title, replacements, findings }
}

/** A pin for people, with what is to be known of it. */
export function auditedLines({ pin, status, findings }: AuditedPin): string[] {
  const head = status.head_hash !== null && status.head_hash !== pin.hash ? `  head ${status.head_hash}` : ''
  return [
    `${findings.join(', ') || 'sound'}  ${pin.path}  ${pin.hash}${head}`,
    ...status.replacements.map(({ content_hash, path }) => `  replaced by ${content_hash}  ${path}`),
  ].map(printable)
}

/** With `--frozen` the file must be as this command would write it. */
export function frozenRemarks({ isCanonical }: FoundLock, { lock, frozen }: LockOptions): string[] {
  return frozen && !isCanonical
    ? [`${lock} is not as colophon writes it: its bytes are not canonical JSON`]
    : []
}
