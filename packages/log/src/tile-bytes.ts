import { concatBytes } from './bytes.ts'
import { HASH_BYTES } from './merkle.ts'
import { LogRefused } from './proofs.ts'
import { type Tile, tilePlace } from './tiles.ts'

const LENGTH_BYTES = 2

/** The entries of a bundle, each the SHA-256 of a record; throws LogRefused for any other bytes. */
export function parseBundle(bytes: Uint8Array, tile: Tile): Uint8Array[] {
  const step = LENGTH_BYTES + HASH_BYTES
  const isBundle =
    bytes.length === tile.width * step &&
    Array.from({ length: tile.width }, (_, place) => place * step).every(
      (at) => bytes[at] === 0 && bytes[at + 1] === HASH_BYTES,
    )
  if (!isBundle) throw new LogRefused(`${tilePlace(tile)} is no bundle of ${tile.width} entries`)
  return Array.from({ length: tile.width }, (_, place) =>
    bytes.slice(place * step + LENGTH_BYTES, (place + 1) * step),
  )
}

/** The hashes of a tile; throws LogRefused for any other bytes. */
export function parseTile(bytes: Uint8Array, tile: Tile): Uint8Array[] {
  if (bytes.length !== tile.width * HASH_BYTES)
    throw new LogRefused(`${tilePlace(tile)} is no tile of ${tile.width} hashes`)
  return Array.from({ length: tile.width }, (_, place) =>
    bytes.slice(place * HASH_BYTES, (place + 1) * HASH_BYTES),
  )
}

/** The bytes of a tile; of a bundle, each entry behind its length. */
export function tileBytes({ level }: Tile, parts: readonly Uint8Array[]): Uint8Array {
  if (level !== 'entries') return concatBytes(...parts)
  return concatBytes(...parts.flatMap((entry) => [Uint8Array.of(entry.length >> 8, entry.length), entry]))
}
