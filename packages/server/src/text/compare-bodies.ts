import { compareSections } from './sections.ts'
import { unifiedDiff, type Version } from './unified.ts'

/** How one body became another. */
export type Comparison = ReturnType<typeof unifiedDiff> & {
  readonly sections: ReturnType<typeof compareSections>
}

export function compareBodies(from: Version, to: Version): Comparison {
  return { ...unifiedDiff(from, to), sections: compareSections(from.body, to.body) }
}
