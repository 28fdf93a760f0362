import { countFindings, PIN_FINDINGS, type PinFinding } from '../../lock/findings.ts'
import type { Lock } from '../../lock/lock.ts'
import { proveLog } from '../../lock/lock-press.ts'
import { type CommandOutput, choiceOf } from '../command.ts'
import type { LockOptions } from './lock-options.ts'
import {
  askPresses,
  auditedFacts,
  auditedLines,
  frozenRemarks,
  type PressPins,
  requireLock,
} from './read-pins.ts'

/** What `--fail-on` says where nothing is a failure. */
const NONE = 'none'

/** Its flags. */
export interface AuditOptions extends LockOptions {
  failOn: string
}

/** `colophon audit`: what is to be known of every pin, and that no log was rewritten since they were made. */
export async function auditPins(options: AuditOptions): Promise<CommandOutput> {
  const failing = new Set(findingsOf(options.failOn))
  const found = await requireLock(options)
  const asked = await askPresses(found.lock, options)
  const logs = await proveLogs(found.lock, asked)
  const audited = asked.flatMap(({ audited }) => audited)
  const counts = countFindings(audited)
  const failed = audited.filter(({ findings }) => findings.some((finding) => failing.has(finding)))
  const remarks = frozenRemarks(found, options)
  return {
    facts: { items: audited.map(auditedFacts), counts, failed: failed.length, logs, remarks },
    text: [
      ...audited.filter(({ findings }) => findings.length > 0).flatMap(auditedLines),
      ...logs.map(
        ({ origin, size, pinned_size }) =>
          `${origin}: ${size} leaves, which begin with the ${pinned_size} that were seen`,
      ),
      `${counts.pins} pins: ${counts.sound} sound, ${PIN_FINDINGS.map((finding) => `${counts[finding]} ${finding}`).join(', ')}`,
    ],
    remarks,
    isBad: failed.length > 0 || remarks.length > 0,
  }
}

function findingsOf(text: string): PinFinding[] {
  if (text === NONE) return []
  return text.split(',').map((word) => choiceOf(word.trim(), PIN_FINDINGS, '--fail-on'))
}

/** A press whose log is another than the lock has seen is not believed in anything: throws LogRefused. */
async function proveLogs({ logs }: Lock, asked: readonly PressPins[]) {
  const proven: { press: string; origin: string; size: number; pinned_size: number }[] = []
  for (const { press } of asked) {
    const seen = Object.hasOwn(logs, press.press) ? logs[press.press] : undefined
    if (seen === undefined) continue
    const { checkpoint } = await proveLog(press, seen, [])
    const pinned_size = Number(seen.checkpoint.split('\n')[1])
    proven.push({ press: press.press, origin: checkpoint.origin, size: checkpoint.size, pinned_size })
  }
  return proven
}
