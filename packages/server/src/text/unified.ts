import { DIFF_LIMITS } from '@colophon/contract'
import { FILE_HEADERS_ONLY, formatPatch, type StructuredPatchHunk, structuredPatch } from 'diff'

export interface Version {
  sha256: string
  body: string
}

/**
 * A unified diff of two bodies. The search for the shortest one takes time that grows with the lines times the
 * edits, so that it is given up early; the lines that differ then become one block, which is as right, but longer.
 */
export function unifiedDiff(from: Version, to: Version): { unified: string; coarse: boolean } {
  if (from.body === to.body) return { unified: '', coarse: false }
  const [old, young] = [linesOf(from.body), linesOf(to.body)]
  const middle = differingLines(old, young)
  const hunks = fineHunks(middle)
  const unified = formatPatch(
    {
      oldFileName: `/objects/${from.sha256}`,
      newFileName: `/objects/${to.sha256}`,
      oldHeader: undefined,
      newHeader: undefined,
      hunks: hunks ?? [coarseHunk(middle)],
    },
    FILE_HEADERS_ONLY,
  )
  return { unified, coarse: hunks === null }
}

/** The lines of a body, which always ends with a newline. */
function linesOf(body: string): string[] {
  return body.slice(0, -1).split('\n')
}

/** What differs, between the lines that both begin and end with. */
interface Middle {
  /** Lines that both begin with and that are not shown. */
  skipped: number
  before: string[]
  old: string[]
  young: string[]
  after: string[]
}

function differingLines(old: string[], young: string[]): Middle {
  const shorter = Math.min(old.length, young.length)
  let head = 0
  while (head < shorter && old[head] === young[head]) head += 1
  let tail = 0
  while (tail < shorter - head && old.at(-1 - tail) === young.at(-1 - tail)) tail += 1
  const skipped = Math.max(0, head - DIFF_LIMITS.contextLines)
  const end = old.length - tail
  return {
    skipped,
    before: old.slice(skipped, head),
    old: old.slice(head, end),
    young: young.slice(head, young.length - tail),
    after: old.slice(end, end + DIFF_LIMITS.contextLines),
  }
}

/** Null where it would take too long. */
function fineHunks({ skipped, before, old, young, after }: Middle): StructuredPatchHunk[] | null {
  const bodyOf = (lines: string[]) => `${[...before, ...lines, ...after].join('\n')}\n`
  const perLine = Math.floor(DIFF_LIMITS.comparisons / (old.length + young.length))
  const patch = structuredPatch('', '', bodyOf(old), bodyOf(young), undefined, undefined, {
    context: DIFF_LIMITS.contextLines,
    maxEditLength: Math.min(DIFF_LIMITS.edits, perLine),
  })
  const shifted = (hunk: StructuredPatchHunk) => ({
    ...hunk,
    oldStart: hunk.oldStart + skipped,
    newStart: hunk.newStart + skipped,
  })
  return patch?.hunks.map(shifted) ?? null
}

function coarseHunk({ skipped, before, old, young, after }: Middle): StructuredPatchHunk {
  const around = before.length + after.length
  const marked = (mark: string, lines: string[]) => lines.map((line) => mark + line)
  return {
    oldStart: skipped + 1,
    oldLines: old.length + around,
    newStart: skipped + 1,
    newLines: young.length + around,
    lines: [...marked(' ', before), ...marked('-', old), ...marked('+', young), ...marked(' ', after)],
  }
}
