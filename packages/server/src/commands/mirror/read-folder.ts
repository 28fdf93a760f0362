import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  ACTS_IN_FILE,
  actsFileOf,
  type ChangeItem,
  type MirroredSite,
  PUBLIC_STREAM,
  type PublicAct,
} from '@colophon/client/node/mirror'
import { parseBundle, parseTile, TILE_WIDTH, type Tile, tileAt, tilePlace } from '@colophon/log'
import { sha256Hex } from '../../core/hash.ts'
import { mirroredObject } from '../../storage/blobs/mirror-blobs.ts'

const OWN = '.mirror'

/** Reads a mirror at once: a server starts with thousands of small files. */
export interface FolderReader {
  /** The bytes of an object; null where they are not there, or are not what they should be. */
  object(sha256: string): Uint8Array | null
  /** The acts of a stream, as far as the mirror says that it has them. */
  acts(stream: string): ChangeItem[]
  /** The acts of the public stream. */
  publicActs(): PublicAct[]
  /** The hashes of the records in the log, of so many leaves. */
  logRecords(size: number): string[]
  /** The hashes of a level above the leaves, in a log of so many. */
  logHashes(level: number, size: number): string[]
}

/** Opens the folder whose `site.json` says this. */
export function readFolder(folder: string, site: MirroredSite): FolderReader {
  const read = (...place: string[]) => readOrNull(join(folder, OWN, ...place))
  const readActs = (stream: string): unknown[] => {
    const end = site.streams[stream]?.seq ?? 0
    const acts: unknown[] = []
    for (let seq = 1; seq <= end; seq += ACTS_IN_FILE)
      acts.push(...JSON.parse(read(actsFileOf(stream, seq))?.toString() ?? '[]'))
    return acts.slice(0, end)
  }
  const readTile = (tile: Tile): Uint8Array => {
    const bytes = read('log', tilePlace(tile)) ?? read('log', tilePlace({ ...tile, width: TILE_WIDTH }))
    if (bytes === null) throw new Error(`the log of ${folder} has no ${tilePlace(tile)}`)
    return bytes
  }
  return {
    object(sha256) {
      const bytes = readOrNull(mirroredObject(folder, sha256))
      return bytes !== null && sha256Hex(bytes) === sha256 ? bytes : null
    },
    acts: (stream) => readActs(stream) as ChangeItem[],
    publicActs: () => readActs(PUBLIC_STREAM) as PublicAct[],
    logRecords: (size) => hashesOf('entries', size, readTile).map(toHex),
    logHashes: (level, size) => hashesOf(level, size, readTile).map(toHex),
  }
}

function hashesOf(level: Tile['level'], size: number, readTile: (tile: Tile) => Uint8Array): Uint8Array[] {
  const found: Uint8Array[] = []
  for (let index = 0; ; index += 1) {
    const tile = tileAt(level, index, size)
    if (tile === null) return found
    const bytes = readTile(tile)
    found.push(...(level === 'entries' ? parseBundle(bytes, tile) : parseTile(bytes, tile)))
  }
}

function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex')
}

function readOrNull(path: string): Buffer | null {
  try {
    return readFileSync(path)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}
