import type { PinFinding } from '../../lock/findings.ts'
import type { CommandOutput } from '../command.ts'
import type { LockOptions } from './lock-options.ts'
import { askPresses, auditedFacts, auditedLines, frozenRemarks, requireLock } from './read-pins.ts'

/** Whether something else is to be read by now. */
const IS_OUTDATED: Readonly<Record<PinFinding, boolean>> = {
  retired: true,
  unknown: true,
  challenged: false,
  superseded: true,
  due: false,
}

/** `colophon outdated`: the pins in whose place something else is to be read. */
export async function listOutdated(options: LockOptions): Promise<CommandOutput> {
  const found = await requireLock(options)
  const asked = await askPresses(found.lock, options)
  const audited = asked.flatMap(({ audited }) => audited)
  const items = audited.filter(({ findings }) => findings.some((finding) => IS_OUTDATED[finding]))
  const remarks = frozenRemarks(found, options)
  return {
    facts: { items: items.map(auditedFacts), pins: audited.length, remarks },
    text: [...items.flatMap(auditedLines), `${items.length} of ${audited.length} pins are outdated`],
    remarks,
    isBad: items.length > 0 || remarks.length > 0,
  }
}
