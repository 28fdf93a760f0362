import { type AnswerOf, MCP_LIMITS, type Operations } from '@colophon/contract'
import { invalidField } from '../../core/problem.ts'
import { oneLine } from './markdown.ts'

type Section = AnswerOf<Operations['listSections']>['items'][number]

/** The bytes of a section, with those below it; named by its number, its heading, or a part of it. */
export function sectionPlace(sections: readonly Section[], named: unknown): { start: number; end: number } {
  const section = findSection(sections, named)
  if (section === undefined) throw invalidField('section', noSection(sections))
  const below = sections.slice(sections.indexOf(section) + 1)
  const next = section.level === 0 ? below[0] : below.find(({ level }) => level <= section.level)
  return { start: section.start, end: next?.start ?? sections.at(-1)?.end ?? section.end }
}

function findSection(sections: readonly Section[], named: unknown): Section | undefined {
  const name = typeof named === 'number' ? String(named) : named
  if (typeof name !== 'string' || name.trim() === '') return undefined
  const wanted = folded(name)
  return (
    sections.find(({ heading }) => heading !== null && folded(heading) === wanted) ??
    sections.find(({ index }) => String(index) === wanted) ??
    sections.find(({ heading }) => heading !== null && folded(heading).includes(wanted))
  )
}

/** Without the signs of a heading, which a model copies from the text. */
function folded(text: string): string {
  return text
    .replace(/^\s*#+\s*/, '')
    .trim()
    .toLowerCase()
}

function noSection(sections: readonly Section[]): string {
  return `names no section. There are:\n${outlineLines(sections).join('\n')}`
}

/** An outline for a model that chooses what to read. */
export function outlineLines(sections: readonly Section[]): string[] {
  const shown = sections.filter(({ level }) => level > 0).slice(0, MCP_LIMITS.outlineSections)
  const rest = sections.length - shown.length - sections.filter(({ level }) => level === 0).length
  return [
    ...shown.map(
      ({ index, level, heading, approx_tokens }) =>
        `${'  '.repeat(level - 1)}- ${index} ${oneLine(heading ?? '', 100)} (${approx_tokens} tokens)`,
    ),
    ...(rest > 0 ? [`- and ${rest} more`] : []),
  ]
}
