import { MOST_DOCUMENTS, type PackedSegment } from './segment.ts'

/** Changes with every change of the arrays, of the words' folding or stems: what has another is made anew. */
const SEGMENT_VERSION = 5
const ALIGNMENT = 8

const HEAD_NUMBERS = 16

/** The bytes are of another version, or damaged: what they held is made anew from the objects. */
export class SegmentUnusable extends Error {}

/** A segment as one piece of bytes. */
export function segmentBytes(packed: PackedSegment): Uint8Array {
  const parts = partsOf(packed)
  const head = new Uint32Array(HEAD_NUMBERS)
  head[0] = SEGMENT_VERSION
  let size = head.byteLength
  for (const [place, part] of parts.entries()) {
    head[place + 1] = part.byteLength
    size += aligned(part.byteLength)
  }
  const bytes = new Uint8Array(size)
  bytes.set(new Uint8Array(head.buffer))
  let at = head.byteLength
  for (const part of parts) {
    bytes.set(new Uint8Array(part.buffer, part.byteOffset, part.byteLength), at)
    at += aligned(part.byteLength)
  }
  return bytes
}

/** The same arrays again, as views of the bytes, which begin their buffer. */
export function packedOf({ buffer }: { buffer: ArrayBuffer }): PackedSegment {
  if (buffer.byteLength < HEAD_NUMBERS * 4) throw new SegmentUnusable('a segment of search is cut short')
  const head = new Uint32Array(buffer, 0, HEAD_NUMBERS)
  const [version, ...lengths] = head
  const size = lengths.reduce((sum, length) => sum + aligned(length), head.byteLength)
  if (version !== SEGMENT_VERSION) throw new SegmentUnusable(`a segment of search has version ${version}`)
  if (size !== buffer.byteLength) throw new SegmentUnusable('a segment of search is cut short')
  let at = head.byteLength
  let place = 0
  const next = () => {
    place += 1
    const length = head[place] ?? 0
    const from = at
    at += aligned(length)
    return [buffer, from, length] as const
  }
  const numbers = () => {
    const [bytes, from, length] = next()
    return new Uint32Array(bytes, from, length / 4)
  }
  const [refresh, ids, names, fieldLengths] = [next(), numbers(), numbers(), numbers()]
  const [wordStarts, derived, stems] = [numbers(), numbers(), numbers()]
  const [starts, gone] = [numbers(), numbers()]
  const [languages, docs, modes, text, occurrences] = [next(), next(), next(), next(), next()]
  if (modes[2] > MOST_DOCUMENTS) throw new SegmentUnusable('a segment of search has too many documents')
  return {
    refresh: new Float64Array(refresh[0], refresh[1], refresh[2] / 8),
    ids,
    names,
    lengths: fieldLengths,
    words: { starts: wordStarts, text: Buffer.from(...text) },
    derived,
    stems,
    starts,
    gone,
    docs: new Uint16Array(docs[0], docs[1], docs[2] / 2),
    modes: new Uint8Array(...modes),
    languages: new Uint16Array(languages[0], languages[1], languages[2] / 2),
    occurrences: new Uint8Array(...occurrences),
  }
}

function partsOf(packed: PackedSegment): ArrayBufferView[] {
  return [
    packed.refresh,
    packed.ids,
    packed.names,
    packed.lengths,
    packed.words.starts,
    packed.derived,
    packed.stems,
    packed.starts,
    packed.gone,
    packed.languages,
    packed.docs,
    packed.modes,
    packed.words.text,
    packed.occurrences,
  ]
}

function aligned(length: number): number {
  return Math.ceil(length / ALIGNMENT) * ALIGNMENT
}
