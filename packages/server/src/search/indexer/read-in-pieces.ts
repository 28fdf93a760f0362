import type { ReadBytes } from './read-bytes.ts'

/** Texts whose bytes are in memory at once: at first, and at most. */
const AT_ONCE = { first: 1, most: 16 }
/** As far as the size of the last ones tells. */
const BYTES_AT_ONCE = 1024 * 1024

interface ReadPiece<T> {
  readonly asked: T
  /** Undefined where there are none, or none were asked for. */
  readonly bytes: Uint8Array | undefined
}

/** The bytes of many, in their order, a few read together. */
export async function* readInPieces<T>(
  readBytes: ReadBytes,
  all: readonly T[],
  hashOf: (asked: T) => string | null,
): AsyncGenerator<ReadPiece<T>, void> {
  let width = AT_ONCE.first
  for (let at = 0; at < all.length; ) {
    const piece = all.slice(at, at + width)
    at += piece.length
    const read = new Map(await readBytes(piece.flatMap((asked) => hashOf(asked) ?? [])))
    const largest = Math.max(1, ...Array.from(read.values(), ({ length }) => length))
    width = Math.max(1, Math.min(AT_ONCE.most, Math.floor(BYTES_AT_ONCE / largest)))
    for (const asked of piece) yield { asked, bytes: read.get(hashOf(asked) ?? '') }
  }
}
