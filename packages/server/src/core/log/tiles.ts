import { LOG_LIMITS } from '@colophon/contract'

const { tileHashes } = LOG_LIMITS

/** Hashes `from` to `to`, the last not included, of a level. */
export interface HashRange {
  /** 0 for the leaves; each hash of a level stands for a full tile of the level below. */
  readonly level: number
  readonly from: number
  readonly to: number
}

/** A tile as C2SP tlog-tiles names it: up to 256 hashes of a level, or of the entries below level 0. */
export interface TilePlace extends HashRange {
  readonly isEntries: boolean
}

/** The place that a path names, whose parts have the forms of the contract. */
export function placeOf(level: string, tile: string): TilePlace {
  const [groups = '', width] = tile.split('.p/')
  const from = Number(groups.replaceAll(/[x/]/g, '')) * tileHashes
  const isEntries = level === 'entries'
  return {
    level: isEntries ? 0 : Number(level),
    isEntries,
    from,
    to: from + Number(width ?? tileHashes),
  }
}

/** What of a tree of this size no full tile holds, from the top down: its root follows from these hashes. */
export function edgesOf(size: number): HashRange[] {
  const edges: HashRange[] = []
  for (let level = 0, count = size; count > 0; level += 1, count = Math.floor(count / tileHashes)) {
    const from = count - (count % tileHashes)
    if (count > from) edges.unshift({ level, from, to: count })
  }
  return edges
}

/** Tiles that became full while a level grew, by their index. */
export function tilesFilled(before: number, after: number): number[] {
  const first = Math.floor(before / tileHashes)
  const end = Math.floor(after / tileHashes)
  return Array.from({ length: end - first }, (_tile, place) => first + place)
}

/** Leaves below a hash of a level. */
export function leavesBelow(level: number): number {
  return tileHashes ** level
}

/** C2SP tlog-tiles: each entry behind its length, two bytes of it. */
export function bundleOf(entries: readonly Uint8Array[]): Buffer {
  return Buffer.concat(
    entries.flatMap((entry) => {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(entry.length)
      return [length, entry]
    }),
  )
}
