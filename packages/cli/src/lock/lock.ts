import { isEntryPath, isHash, isUuid } from '@colophon/contract'
import { canonicalJson, LogRefused, requireKey } from '@colophon/log'

/**
 * A revision that is relied on. Every kind of pin has these members and may have others: who reads a lock keeps a kind that
 * it does not know with all that it has, audits it as any other, and leaves it where it is (`ARTICLE` is the kind that
 * `colophon update` moves; what installs files beside the lock adds a kind of its own, with members that are JSON).
 */
export interface Pin {
  /** What is pinned: a word in lower case. */
  readonly kind: string
  /** The origin of the press: `https://press.example`. */
  readonly press: string
  /** Of the entry when it was pinned. */
  readonly path: string
  /** The id of the entry. */
  readonly entry: string
  /** The SHA-256 of the exact revision. */
  readonly hash: string
  readonly [more: string]: unknown
}

/** A text that is read, and cited. */
export const ARTICLE = 'article'

/** What was seen of the log of a press when its pins were changed last. */
export interface SeenLog {
  /** The checkpoint as the log signed it, without the signatures of witnesses, which differ from one reader to the next. */
  readonly checkpoint: string
  /** The key that the log is known by: `name+id+key`. */
  readonly key: string
}

/** What `colophon.lock` says. */
export interface Lock {
  readonly version: 1
  /** By the origins of the presses. */
  readonly logs: Readonly<Record<string, SeenLog>>
  /** One for each entry and kind, by press, path and kind. */
  readonly pins: readonly Pin[]
}

/** A lock without a pin. */
export const EMPTY_LOCK: Lock = { version: 1, logs: {}, pins: [] }

/** More than any project relies on; a file with more is none of ours. */
const MOST_PINS = 100_000

/** A text that is no lock: what is wrong, in words that follow the name of the file. */
export class LockRefused extends Error {
  override readonly name = 'LockRefused'
}

/** The bytes of a lock are RFC 8785, so that the same pins are the same file wherever they are made. */
export function formatLock({ logs, pins }: Lock): string {
  const used = new Set(pins.map(({ press }) => press))
  const kept = Object.entries(logs).filter(([press]) => used.has(press))
  return canonicalJson({ version: 1, logs: Object.fromEntries(kept), pins: [...pins].sort(inOrder) })
}

/** The lock that a text is, whatever white space stands around it. Throws LockRefused for what is none. */
export function parseLock(text: string): Lock {
  const value = readJson(text)
  if (!isObject(value) || !isObject(value.logs) || !Array.isArray(value.pins))
    throw new LockRefused('is no lock of colophon')
  if (value.version !== 1)
    throw new LockRefused(`has version ${JSON.stringify(value.version)}: this colophon knows 1`)
  if (value.pins.length > MOST_PINS) throw new LockRefused(`has more than ${MOST_PINS} pins`)
  const pins = value.pins.map(readPin)
  const logs = Object.entries(value.logs).map(([press, log]) => [press, readLog(press, log)] as const)
  const known = new Set<string>()
  for (const pin of pins) {
    if (known.has(placeOf(pin))) throw new LockRefused(`pins ${pin.path} twice`)
    known.add(placeOf(pin))
  }
  return { version: 1, logs: Object.fromEntries(logs), pins: pins.sort(inOrder) }
}

/** The lock with these pins, each in the place of that of its entry and kind, and with what was seen of their logs. */
export function withPins(lock: Lock, pins: readonly Pin[], logs: Lock['logs']): Lock {
  const places = new Set(pins.map(placeOf))
  const others = lock.pins.filter((pin) => !places.has(placeOf(pin)))
  return { version: 1, logs: { ...lock.logs, ...logs }, pins: [...others, ...pins].sort(inOrder) }
}

/** An entry is pinned once by each kind. */
function placeOf({ press, kind, entry }: Pin): string {
  return JSON.stringify([press, kind, entry])
}

function inOrder(one: Pin, other: Pin): number {
  const [first, second] = [one, other].map(({ press, path, kind, entry }) =>
    JSON.stringify([press, path, kind, entry]),
  )
  return Number(String(first) > String(second)) - Number(String(first) < String(second))
}

function readPin(value: unknown): Pin {
  if (!isObject(value)) throw new LockRefused('has a pin that is none')
  const { kind, press, path, entry, hash } = value
  const name = JSON.stringify(path ?? hash ?? null)
  if (typeof kind !== 'string' || !/^[a-z][a-z0-9_-]{0,31}$/.test(kind)) throw wrong(name, 'kind')
  if (!isOrigin(press)) throw wrong(name, 'press')
  if (typeof path !== 'string' || !isEntryPath(path)) throw wrong(name, 'path')
  if (typeof entry !== 'string' || !isUuid(entry)) throw wrong(name, 'entry')
  if (!isHash(hash)) throw wrong(name, 'hash')
  return { ...value, kind, press, path, entry, hash: String(hash) }
}

function readLog(press: string, value: unknown): SeenLog {
  const { checkpoint, key } = isObject(value) ? value : {}
  if (!isOrigin(press) || typeof checkpoint !== 'string' || typeof key !== 'string' || !isKey(key))
    throw new LockRefused(`does not say rightly what was seen of the log of ${JSON.stringify(press)}`)
  return { checkpoint, key }
}

function isKey(text: string): boolean {
  try {
    requireKey(text)
    return true
  } catch (error) {
    if (error instanceof LogRefused) return false
    throw error
  }
}

function isOrigin(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    /^https?:/.test(value) &&
    URL.canParse(value) &&
    new URL(value).origin === value
  )
}

function wrong(name: string, member: string): LockRefused {
  return new LockRefused(`has a pin (${name}) without a right ${member}`)
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new LockRefused('is no JSON', { cause: error })
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
