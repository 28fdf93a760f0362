import { readHeadings } from '@colophon/cli/markdown'
import { type AnswerOf, DIFF_LIMITS, type Operations } from '@colophon/contract'

type ComparedSection = AnswerOf<Operations['diffRevisions']>['sections'][number]

/** A heading and what follows it up to the next one; the first may have no heading. */
interface Section {
  heading: string | null
  level: number
  /** Of its body, from 1. */
  line: number
  text: string
  /** Its heading, and which of those that read the same. */
  key: string
}

/** Reads the headings of a body. */
export type ReadSectionHeadings = typeof readHeadings

type Heading = ReturnType<ReadSectionHeadings>[number]

const DEEPEST = 6

/**
 * Every section of both, in the order of the later body; one that is gone stands behind the one that it
 * followed. A section is found again by its heading, wherever it went.
 */
export function compareSections(
  from: string,
  to: string,
  read: ReadSectionHeadings = readHeadings,
): ComparedSection[] {
  const [old, young] = sectionsOfBoth(from, to, read)
  const before = new Map(old.map((section) => [section.key, section.text]))
  const gone = goneBehind(old, new Set(young.map(({ key }) => key)))
  const behind = (key: string) => (gone.get(key) ?? []).map((section) => viewOf(section, 'removed'))
  const compared = young.flatMap((section) => {
    const text = before.get(section.key)
    const state = text === undefined ? 'added' : text === section.text ? 'same' : 'changed'
    return [viewOf(section, state), ...behind(section.key)]
  })
  return [...behind(''), ...compared]
}

function viewOf({ heading, level, line }: Section, state: ComparedSection['state']): ComparedSection {
  return { heading, level, state, line }
}

/** The sections that are not kept, by the key of the last one before them that is. */
function goneBehind(sections: readonly Section[], kept: ReadonlySet<string>): Map<string, Section[]> {
  const gone = new Map<string, Section[]>()
  let last = ''
  for (const section of sections) {
    if (kept.has(section.key)) last = section.key
    else if (!gone.get(last)?.push(section)) gone.set(last, [section])
  }
  return gone
}

/** Both are divided down to the same level: the deepest at which neither has too many sections. */
function sectionsOfBoth(from: string, to: string, read: ReadSectionHeadings): [Section[], Section[]] {
  const [old, young] = [read(from), read(to)]
  let deepest = DEEPEST
  while (Math.max(countDownTo(old, deepest), countDownTo(young, deepest)) > DIFF_LIMITS.sections) deepest -= 1
  return [divide(from, old, deepest), divide(to, young, deepest)]
}

function countDownTo(headings: readonly Heading[], deepest: number): number {
  return headings.filter(({ level }) => level <= deepest).length
}

function divide(body: string, headings: readonly Heading[], deepest: number): Section[] {
  const shown = headings.filter(({ level }) => level <= deepest)
  const opening = body.slice(0, shown[0]?.start).trimEnd()
  const first = opening === '' ? [] : [{ heading: null, level: 0, line: 1, text: opening, key: 'opening' }]
  const times = new Map<string, number>()
  const lineAt = lineCounter(body)
  const named = shown.map(({ start, level, text: heading }, index): Section => {
    const time = (times.get(heading) ?? 0) + 1
    times.set(heading, time)
    const text = body.slice(start, shown[index + 1]?.start).trimEnd()
    return { heading, level, line: lineAt(start), text, key: `${time} ${heading}` }
  })
  return [...first, ...named]
}

/** The line of a place, from 1; places are asked for in their order. */
function lineCounter(body: string): (place: number) => number {
  let [line, next] = [1, body.indexOf('\n')]
  return (place) => {
    for (; next >= 0 && next < place; next = body.indexOf('\n', next + 1)) line += 1
    return line
  }
}
