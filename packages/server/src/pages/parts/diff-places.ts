import { type AnswerOf, type Operations, question } from '@colophon/contract'
import type { DiffLine } from './diff-lines.ts'

type DiffSection = AnswerOf<Operations['diffRevisions']>['sections'][number]

const isGone = question<DiffSection['state']>({ added: false, removed: true, changed: false, same: false })
const isSame = question<DiffSection['state']>({ added: false, removed: false, changed: false, same: true })

/** How many lines of each body a line of the comparison stands for. */
const STEPS: Readonly<Record<DiffLine['kind'], { old: number; young: number }>> = {
  gap: { old: 0, young: 0 },
  same: { old: 1, young: 1 },
  ins: { old: 0, young: 1 },
  del: { old: 1, young: 0 },
}

/**
 * The first line of a comparison, by its number in the list, at which each section has changed, by the section's place among
 * all; one whose change is not shown is left out.
 */
export function placesOf(
  lines: readonly DiffLine[],
  sections: readonly Pick<DiffSection, 'state' | 'line'>[],
): ReadonlyMap<number, number> {
  const kept = startsOf(sections, false)
  const gone = new Map(startsOf(sections, true).map(({ section, line }) => [line, section]))
  const places = new Map<number, number>()
  const put = (section: number | undefined, place: number) => {
    const { state } = sections[section ?? -1] ?? {}
    if (section === undefined || state === undefined || isSame(state) || places.has(section)) return
    places.set(section, place)
  }
  let [old, young] = [1, 1]
  for (const [place, { kind, next }] of lines.entries()) {
    if (next !== undefined) [old, young] = [next.old, next.young]
    if (kind === 'ins') put(lastBefore(kept, young), place)
    // What was removed stood behind the line before.
    if (kind === 'del') put(gone.get(old) ?? lastBefore(kept, Math.max(young - 1, 1)), place)
    old += STEPS[kind].old
    young += STEPS[kind].young
  }
  return places
}

interface Start {
  readonly section: number
  readonly line: number
}

function startsOf(sections: readonly Pick<DiffSection, 'state' | 'line'>[], areGone: boolean): Start[] {
  return sections
    .map(({ state, line }, section) => ({ section, line, isGone: isGone(state) }))
    .filter((start) => start.isGone === areGone)
    .sort((one, other) => one.line - other.line)
}

function lastBefore(starts: readonly Start[], line: number): number | undefined {
  let [first, end] = [0, starts.length]
  while (first < end) {
    const middle = (first + end) >> 1
    if ((starts[middle]?.line ?? 0) <= line) first = middle + 1
    else end = middle
  }
  return starts[first - 1]?.section
}
