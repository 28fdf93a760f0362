import { type AnswerOf, DIFF_LIMITS, type Operations } from '@colophon/contract'
import { toPlainText } from '../../core/plain-text.ts'

type ComparedSection = AnswerOf<Operations['diffRevisions']>['sections'][number]

/** A heading and what follows it up to the next one; the first may have no heading. */
interface Section {
  heading: string | null
  level: number
  text: string
  /** Its heading, and which of those that read the same. */
  key: string
}

interface Heading {
  /** The number of its first line. */
  place: number
  level: number
}

const DEEPEST = 6
const ATX = /^ {0,3}(#{1,6})(?:[ \t]|$)/
const SETEXT = /^ {0,3}(?:(=)=*|--*)[ \t]*$/
const FENCE = /^ {0,3}(`{3,}(?!.*`)|~{3,})/
/** What no underline makes a heading of: white space, code, quotes, items, tables. */
const NOT_PROSE = /^(?:\s*$|\t| {4}| {0,3}(?:[>|]|[-+*][ \t]|\d{1,9}[.)][ \t]))/

/**
 * Every section of both, in the order of the later body; one that is gone stands behind the one that it
 * followed. A section is found again by its heading, wherever it went.
 */
export function compareSections(from: string, to: string): ComparedSection[] {
  const [old, young] = sectionsOfBoth(from.split('\n'), to.split('\n'))
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

function viewOf({ heading, level }: Section, state: ComparedSection['state']): ComparedSection {
  return { heading, level, state }
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
function sectionsOfBoth(from: string[], to: string[]): [Section[], Section[]] {
  const [old, young] = [headingsOf(from), headingsOf(to)]
  let deepest = DEEPEST
  while (Math.max(countDownTo(old, deepest), countDownTo(young, deepest)) > DIFF_LIMITS.sections) deepest -= 1
  return [divide(from, old, deepest), divide(to, young, deepest)]
}

function countDownTo(headings: readonly Heading[], deepest: number): number {
  return headings.filter(({ level }) => level <= deepest).length
}

function divide(lines: string[], headings: readonly Heading[], deepest: number): Section[] {
  const places = headings.filter(({ level }) => level <= deepest)
  const opening = lines.slice(0, places[0]?.place).join('\n').trimEnd()
  const first = opening === '' ? [] : [{ heading: null, level: 0, text: opening, key: 'opening' }]
  const times = new Map<string, number>()
  const named = places.map(({ place, level }, index): Section => {
    const heading = toPlainText(lines[place] ?? '')
    const time = (times.get(heading) ?? 0) + 1
    times.set(heading, time)
    const text = lines
      .slice(place, places[index + 1]?.place)
      .join('\n')
      .trimEnd()
    return { heading, level, text, key: `${time} ${heading}` }
  })
  return [...first, ...named]
}

/** Headings of both forms, outside of fenced code. */
function headingsOf(lines: readonly string[]): Heading[] {
  const headings: Heading[] = []
  let fence: string | null = null
  let isProse = false
  lines.forEach((line, place) => {
    if (fence !== null) {
      if (closesFence(line, fence)) fence = null
      return
    }
    const marks = ATX.exec(line)?.[1]
    const underline = isProse ? SETEXT.exec(line) : null
    fence = FENCE.exec(line)?.[1] ?? null
    if (marks !== undefined) headings.push({ place, level: marks.length })
    else if (underline) headings.push({ place: place - 1, level: underline[1] === undefined ? 2 : 1 })
    isProse = marks === undefined && !underline && fence === null && !NOT_PROSE.test(line)
  })
  return headings
}

function closesFence(line: string, fence: string): boolean {
  const text = line.trim()
  return text.length >= fence.length && text === fence.charAt(0).repeat(text.length)
}
