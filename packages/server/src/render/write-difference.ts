import type { AnswerOf, Operations } from '@colophon/contract'
import { type WrittenAnswer, writeAnswer } from '../core/written-answer.ts'
import { compareBodies, type Division } from '../text/compare-bodies.ts'
import type { Version } from '../text/unified.ts'
import { pack, unpack } from './packed.ts'

/** Two revisions of an entry, and what the answer says of them beside their bodies. */
export interface RevisionPair extends Pick<AnswerOf<Operations['diffRevisions']>, 'entry_id' | 'fields'> {
  readonly from: Version
  readonly to: Version
}

/** The answer of `diffRevisions`, packed: it has up to three times as many bytes as both bodies. */
export function packDifference({ from, to, ...beside }: RevisionPair, division: Division): Uint8Array {
  const comparison = compareBodies(from, to, division)
  const { bytes, ...about } = writeAnswer('diffRevisions', {
    ...beside,
    ...comparison,
    from: from.sha256,
    to: to.sha256,
  })
  return pack(about, bytes)
}

/** What `packDifference` made. */
export function unpackDifference(packed: Uint8Array): WrittenAnswer {
  const { about, bytes } = unpack(packed)
  return { ...(about as Omit<WrittenAnswer, 'bytes'>), bytes }
}
