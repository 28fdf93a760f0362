import type { Client } from '@colophon/client'
import type { AnswerOf, Operations } from '@colophon/contract'
import type { AuditedPin } from '../../lock/findings.ts'
import { ARTICLE, type Lock, type Pin, withPins } from '../../lock/lock.ts'
import { changeLockFile } from '../../lock/lock-file.ts'
import { provePins } from '../../lock/prove-pins.ts'
import { printable } from '../../terminal/progress.ts'
import { statusesOf } from '../check.ts'
import { type CommandOutput, CommandRefused } from '../command.ts'
import type { LockOptions } from './lock-options.ts'
import {
  askPresses,
  auditedFacts,
  auditedLines,
  frozenRemarks,
  type PressPins,
  requireLock,
} from './read-pins.ts'

type RevisionDiff = AnswerOf<Operations['diffRevisions']>

/** A pin that moves to the head of its entry, and what changes with it. */
interface PinMove {
  readonly from: Pin
  readonly to: Pin
  readonly diff: RevisionDiff
}

/** `colophon update`: moves pins to the heads of their entries. With `--frozen` it shows what would move. */
export async function updatePins(words: readonly string[], options: LockOptions): Promise<CommandOutput> {
  const found = await requireLock(options)
  const pins = selectPins(found.lock, words)
  const asked = await askPresses({ ...found.lock, pins }, options)
  const moves: PinMove[] = []
  const left: AuditedPin[] = []
  const remarks = frozenRemarks(found, options)
  let logs: Lock['logs'] = {}
  for (const of of asked) {
    const heads = await headsOf(of)
    const others = of.audited.filter(({ pin, status }) => !heads.has(pin) && IS_LEFT[status.state])
    left.push(...others.filter(({ pin }) => pin.kind === ARTICLE))
    remarks.push(...others.filter(({ pin }) => pin.kind !== ARTICLE).map(remarkOf))
    const proven = await provePins(of.press, [...heads.values()], found.lock.logs[of.press.press] ?? null)
    for (const [from, to] of heads) moves.push({ from, to, diff: await diffOf(of.press.client, from, to) })
    remarks.push(...proven.remarks)
    if (proven.seen !== null) logs = { ...logs, [of.press.press]: proven.seen }
  }
  if (options.frozen !== true && moves.length > 0)
    await changeLockFile(options.lock, (lock) => withPins(lock, stillThere(lock, moves), logs))
  return tellMoves({ moves, left, remarks, isFrozen: options.frozen === true })
}

/** What is neither the head of its entry nor can be moved to one. */
const IS_LEFT = { current: false, superseded: true, retired: true, unknown: true } as const

/** There may be files beside the pin, which have to move with it. */
function remarkOf({ pin, status }: AuditedPin): string {
  return `${pin.path} is ${status.state}, and pinned as a ${pin.kind}: what installed it moves it`
}

function selectPins({ pins }: Lock, words: readonly string[]): readonly Pin[] {
  if (words.length === 0) return pins
  const isNamed = (pin: Pin, word: string) => [pin.path, pin.entry, pin.hash].includes(word)
  const wrong = words.find((word) => !pins.some((pin) => isNamed(pin, word)))
  if (wrong !== undefined) throw new CommandRefused(`${wrong} is not pinned`)
  return pins.filter((pin) => words.some((word) => isNamed(pin, word)))
}

/** The pins that move, each with its place at the head; a head that is retired is no place to move to. */
async function headsOf({ press, audited }: PressPins): Promise<Map<Pin, Pin>> {
  const behind = audited.flatMap(({ pin, status: { head_hash: head, path } }) =>
    pin.kind === ARTICLE && head !== null && path !== null && head !== pin.hash ? [{ pin, head, path }] : [],
  )
  const statuses = await statusesOf(press.client, [...new Set(behind.map(({ head }) => head))])
  return new Map(
    behind
      .filter(({ head }) => IS_HEAD[statuses.get(head)?.state ?? 'unknown'])
      .map(({ pin, head, path }) => [pin, { ...pin, path, hash: head }]),
  )
}

const IS_HEAD = { current: true, superseded: true, retired: false, unknown: false } as const

/** Read from the press that has both: what it says of them is shown, and nothing else rests on it. */
function diffOf(client: Client, from: Pin, to: Pin): Promise<RevisionDiff> {
  return client.call('diffRevisions', { params: { a: from.hash, b: to.hash } })
}

/** Another command may have moved or removed a pin meanwhile: its word stands. */
function stillThere({ pins }: Lock, moves: readonly PinMove[]): Pin[] {
  const isThere = ({ from }: PinMove) =>
    pins.some(({ press, kind, hash }) => press === from.press && kind === from.kind && hash === from.hash)
  return moves.filter(isThere).map(({ to }) => to)
}

interface UpdateResult {
  readonly moves: readonly PinMove[]
  readonly left: readonly AuditedPin[]
  readonly remarks: readonly string[]
  readonly isFrozen: boolean
}

function tellMoves({ moves, left, remarks, isFrozen }: UpdateResult): CommandOutput {
  const done = isFrozen ? 'would move' : 'moved'
  return {
    facts: {
      moved: moves.map(({ from, to, diff }) => ({ ...to, from: from.hash, diff })),
      left: left.map(auditedFacts),
      is_frozen: isFrozen,
      remarks,
    },
    text: [
      ...moves.flatMap(moveLines),
      ...left.flatMap(auditedLines),
      `${moves.length} pins ${done}${left.length > 0 ? `, ${left.length} could not` : ''}`,
    ],
    remarks: remarks.map(printable),
    isBad: left.length > 0 || (isFrozen && (moves.length > 0 || remarks.length > 0)),
  }
}

function moveLines({ from, to, diff: { fields, unified } }: PinMove): string[] {
  const changed = fields.filter(({ field }) => !OF_EVERY_ACT.has(field))
  return [
    `${to.path}  ${from.hash} -> ${to.hash}`,
    ...changed.map(({ field, from, to }) => `  ${field}: ${JSON.stringify(from)} -> ${JSON.stringify(to)}`),
    ...unified
      .trimEnd()
      .split('\n')
      .map((line) => `  ${line.replaceAll('\t', '    ')}`),
  ].map(printable)
}

/** What no two revisions share. */
const OF_EVERY_ACT: ReadonlySet<string> = new Set([
  'accepted_by',
  'author',
  'created_at',
  'parent_hash',
  'proposal_hash',
])
