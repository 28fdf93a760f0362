import type { Heading } from '../../render/headings.ts'

/** A heading with the headings below it. */
export interface SectionBranch {
  readonly id: string
  readonly text: string
  readonly parts: readonly SectionBranch[]
}

/** Headings in the order of the text as a tree; each is below the nearest higher one before it. */
export function sectionTree(headings: readonly Heading[]): readonly SectionBranch[] {
  const top: SectionBranch[] = []
  /** The branches that are still open, from the highest down. */
  let open: { level: number; parts: SectionBranch[] }[] = []
  for (const { id, text, level } of headings) {
    open = open.filter((above) => above.level < level)
    const parts: SectionBranch[] = []
    const siblings = open.at(-1)?.parts ?? top
    siblings.push({ id, text, parts })
    open.push({ level, parts })
  }
  return top
}
