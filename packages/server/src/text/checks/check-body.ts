import { CHECK_LEVELS, CHECK_LIMITS, type Check, type CheckLevel, type CheckRule } from '@colophon/contract'
import { type CheckedText, type Find, type Finding, NOTHING } from './finding.ts'
import type { CheckRules } from './rules.ts'

interface Row extends Check {
  line: number
}

const MORE = '; there is more of it on later lines.'

/** By line, and on one line by rule. */
export function checkBody(checked: CheckedText, rules: CheckRules): Check[] {
  return rules
    .flatMap(([rule, finds]) => rowsOf(rule, finds, checked))
    .sort((one, other) => one.line - other.line)
}

/** At most so many for each level; the last says when there are more. A line that has a warning needs no notice. */
function rowsOf(rule: CheckRule, finds: readonly Find[], checked: CheckedText): Row[] {
  const found = finds.flatMap((find) => firstLines(find(checked), checked.text))
  if (found.length === 0) return []
  const seen = new Set<number>()
  return CHECK_LEVELS.flatMap((level) => {
    const rows: Row[] = []
    const ofLevel = found.filter((one) => one.level === level)
    for (const { line, says } of ofLevel.sort((one, other) => one.line - other.line)) {
      if (!seen.has(line)) rows.push({ rule, level, message: `This line ${says}`, line })
      seen.add(line)
    }
    const kept = rows.slice(0, CHECK_LIMITS.rows)
    const last = kept.at(-1)
    if (rows.length > kept.length && last !== undefined) last.message = last.message.replace(/\.$/, MORE)
    return kept
  })
}

interface CheckFinding {
  readonly level: CheckLevel
  readonly line: number
  readonly says: string
}

/** The first lines of each level on which something was found, one more than are shown. */
function firstLines(findings: Iterable<Finding>, text: string): CheckFinding[] {
  if (findings === NOTHING) return []
  const found: Record<CheckLevel, CheckFinding[]> = { warning: [], notice: [] }
  const lineOf = createLineCounter(text)
  for (const { at, level, says } of findings) {
    const line = lineOf(at)
    const known = found[level]
    if (known.length <= CHECK_LIMITS.rows && known.at(-1)?.line !== line) known.push({ level, line, says })
  }
  return [...found.warning, ...found.notice]
}

/** Says in which line a place is. Asked for places in their order, it reads the text once. */
function createLineCounter(text: string): (at: number) => number {
  let line = 1
  let end = endOfLine(text, 0)
  return (at) => {
    for (; end < at; line += 1) end = endOfLine(text, end + 1)
    return line
  }
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end < 0 ? text.length : end
}
