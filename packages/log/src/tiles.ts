/** Hashes of a tile that is whole, and entries of such a bundle: C2SP tlog-tiles has no other. */
export const TILE_WIDTH = 256

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
export function tileName({ index, width }: Tile): string {
  const digits = String(index)
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/\d{3}/g) ?? []
  const path = [...groups.slice(0, -1).map((group) => `x${group}`), ...groups.slice(-1)].join('/')
  return width === TILE_WIDTH ? path : `${path}.p/${width}`
}

/** The tile that a level and a name stand for, in the forms that `tilePlace` writes. */
export function tileOf(level: string, name: string): Tile {
  const [groups = '', width] = name.split('.p/')
  return {
    level: level === 'entries' ? level : Number(level),
    index: Number(groups.replaceAll(/[x/]/g, '')),
    width: Number(width ?? TILE_WIDTH),
  }
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

/** The partial tile at the right edge of a level in a tree of a size; null where all of them are whole. */
export function edgeTile(level: TileLevel, size: number): Tile | null {
  return tileAt(level, Math.floor(nodesAt(level, size) / TILE_WIDTH), size)
}

/** Tiles of a level that became whole while a tree grew. */
export function* wholeTiles(
  level: TileLevel,
  { before, after }: { readonly before: number; readonly after: number },
): Generator<Tile, void, undefined> {
  const first = Math.floor(nodesAt(level, before) / TILE_WIDTH)
  const end = Math.floor(nodesAt(level, after) / TILE_WIDTH)
  for (let index = first; index < end; index += 1) yield { level, index, width: TILE_WIDTH }
}
