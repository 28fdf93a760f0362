import { readHeadings } from '@colophon/cli/markdown'
import { compareSections, type ReadSectionHeadings } from './sections.ts'
import { unifiedDiff, type Version } from './unified.ts'

/** How one body became another. */
export type Comparison = ReturnType<typeof unifiedDiff> & {
  readonly sections: ReturnType<typeof compareSections>
}

/** Where reading their headings takes too much, each body is one section. */
export type Division = 'by headings' | 'none'

export function compareBodies(from: Version, to: Version, division: Division): Comparison {
  return { ...unifiedDiff(from, to), sections: compareSections(from.body, to.body, READ[division]) }
}

const READ: Readonly<Record<Division, ReadSectionHeadings>> = {
  'by headings': readHeadings,
  none: () => [],
}
