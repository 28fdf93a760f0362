import { LOG_LIMITS } from '@colophon/contract'

/** Hashes of a tile that is whole, and entries of such a bundle. */
export const TILE_WIDTH = LOG_LIMITS.tileHashes

/** A row of tiles: that of the entries themselves, or one of hashes, from 0 for those of the leaves. */
export type TileLevel = number | 'entries'

/** A tile of C2SP tlog-tiles: so many hashes of a level, or so many entries. */
export interface Tile {
  readonly level: TileLevel
  readonly index: number
  /** 1 to 256; a tile of fewer than 256 is partial. */
  readonly width: number
}

/** The name of a tile in its level: `x001/x234/067.p/8`. */
export function tileName({ index, width }: Pick<Tile, 'index' | 'width'>): string {
  const digits = String(index)
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/\d{3}/g) ?? []
  const path = [...groups.slice(0, -1).map((group) => `x${group}`), ...groups.slice(-1)].join('/')
  return width === TILE_WIDTH ? path : `${path}.p/${width}`
}

/** Where a tile is below the log: `tile/0/x001/067`. */
export function tilePlace(tile: Tile): string {
  return `tile/${tile.level}/${tileName(tile)}`
}

/** How many nodes a level of tiles has in a tree of a size. */
export function nodesAt(level: TileLevel, size: number): number {
  return level === 'entries' ? size : Math.floor(size / TILE_WIDTH ** level)
}

/** The tile of an index as a tree of a size has it; null where it has none. */
export function tileAt(level: TileLevel, index: number, size: number): Tile | null {
  const width = Math.min(TILE_WIDTH, nodesAt(level, size) - index * TILE_WIDTH)
  return width > 0 ? { level, index, width } : null
}

/** Every tile of a level in a tree of a size, from an index on. */
export function* tilesOf(level: TileLevel, size: number, from = 0): Generator<Tile, void, undefined> {
  for (let index = from; ; index += 1) {
    const tile = tileAt(level, index, size)
    if (tile === null) return
    yield tile
  }
}
