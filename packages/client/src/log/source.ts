import { LogRefused, parseTile, TILE_WIDTH, type Tile, type TileTree, tileAt, tilePlace } from '@colophon/log'
import type { Progress } from '../in-flight.ts'

/** A leaf that is said to be about an object. */
export interface ObjectLeaf {
  readonly index: number
  readonly record_hash: string
}

/** Where a log is read. Nothing of what it tells is believed: proofs show what it is worth. */
export interface LogSource {
  /** In words: `the server at https://press.example`. */
  readonly name: string
  /** The signed checkpoint; null where there is no log. */
  checkpoint(): Promise<string | null>
  /** The keys that it offers, a line each. */
  keys(): Promise<string | null>
  /** The bytes of a tile, or of a bundle of entries; null where it is not there. */
  tile(tile: Tile): Promise<Uint8Array | null>
  /** The leaves about a revision or a record, in a log of a size; null where the object cannot be seen. */
  leavesOf(sha256: string, size: number): Promise<readonly ObjectLeaf[] | null>
  /** The bytes of a record, whatever their hash; null where they are not there. */
  record(sha256: string): Promise<Uint8Array | null>
}

/** What was looked at in a folder. */
export interface FolderChecked {
  /** Leaves of which the record is in the folder, too. */
  readonly records: number
  /** In words that follow nothing. */
  readonly faults: readonly string[]
  readonly remarks: readonly string[]
}

/** A log in a folder, where everything can be looked at. */
export interface FolderSource extends LogSource {
  /** Looks at everything, in a log of a size whose root is known to be its tiles'. */
  checkAll(size: number, progress: Progress): Promise<FolderChecked>
}

/** The tree of a size, read tile by tile, each of them once. */
export function treeOf(source: LogSource, size: number): TileTree {
  const known = new Map<string, Promise<readonly Uint8Array[]>>()
  return {
    size,
    read(level, index) {
      const tile = tileAt(level, index, size)
      if (tile === null) throw new LogRefused(`a log of ${size} leaves has no tile ${level}/${index}`)
      const place = tilePlace(tile)
      const hashes = known.get(place) ?? readTile(source, tile).then((bytes) => parseTile(bytes, tile))
      known.set(place, hashes)
      return hashes
    },
  }
}

/** The bytes of a tile or bundle. A log may have forgotten a partial one when it has the whole. */
export async function readTile(source: LogSource, tile: Tile): Promise<Uint8Array> {
  const found = await source.tile(tile)
  if (found !== null) return found
  const whole = tile.width < TILE_WIDTH ? await source.tile({ ...tile, width: TILE_WIDTH }) : null
  if (whole === null) throw new LogRefused(`${tilePlace(tile)} is not in ${source.name}`)
  return whole.subarray(0, (whole.length / TILE_WIDTH) * tile.width)
}
