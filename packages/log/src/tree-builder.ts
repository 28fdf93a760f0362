import { leafHash, rootOf, rootOfEdge } from './merkle.ts'
import type { TreeHead } from './proofs.ts'
import { TILE_WIDTH, type Tile } from './tiles.ts'

/** A tile with its hashes or entries. */
export interface FilledTile extends Tile {
  readonly parts: readonly Uint8Array[]
}

/** A tree that grows leaf by leaf. It holds nothing but the tiles at its right edge. */
interface TreeBuilder {
  readonly size: number
  append(entry: Uint8Array): void
  head(): TreeHead
  /** The partial tiles at the right edge. */
  edge(): FilledTile[]
}

export interface Growing {
  /** Is given each tile as soon as it is whole. */
  onWhole(tile: FilledTile): void
  /** Where the tree stands, if it is not empty: at a whole tile of leaves, with the hashes of the partial tiles above. */
  readonly from?: { readonly size: number; readonly above: readonly (readonly Uint8Array[])[] }
}

export function growTree({ onWhole, from = { size: 0, above: [] } }: Growing): TreeBuilder {
  let { size } = from
  const entries: Uint8Array[] = []
  const levels: Uint8Array[][] = [[], ...from.above.map((hashes) => [...hashes])]
  const add = (level: number, hash: Uint8Array, filled: number) => {
    const row = levels[level] ?? []
    levels[level] = row
    row.push(hash)
    if (row.length < TILE_WIDTH) return
    onWhole({ level, index: Math.floor(filled / TILE_WIDTH), width: TILE_WIDTH, parts: row })
    levels[level] = []
    add(level + 1, rootOf(row), Math.floor(filled / TILE_WIDTH))
  }
  return {
    get size() {
      return size
    },
    append(entry) {
      entries.push(entry)
      if (entries.length === TILE_WIDTH)
        onWhole({ ...spotAt('entries', size), width: TILE_WIDTH, parts: entries.splice(0) })
      add(0, leafHash(entry), size)
      size += 1
    },
    head: () => ({ size, root: rootOfEdge(levels) }),
    edge: () =>
      [['entries', entries] as const, ...levels.entries()].flatMap(([level, parts]) =>
        parts.length === 0 ? [] : [{ ...spotAt(level, size), width: parts.length, parts: [...parts] }],
      ),
  }
}

/** The tile of a level in which the leaf of an index is, or its node. */
function spotAt(level: Tile['level'], leaf: number): Pick<Tile, 'level' | 'index'> {
  const width = level === 'entries' ? TILE_WIDTH : TILE_WIDTH ** (level + 1)
  return { level, index: Math.floor(leaf / width) }
}
