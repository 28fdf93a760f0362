import type { BlobStore } from '../blobs/blob-store.ts'
import type { Rows } from './rows.ts'

/** Several at once: what is missing is not in the answer. */
export type ReadBytes = (hashes: readonly string[]) => Promise<ReadonlyMap<string, Uint8Array>>

/** As many as are asked for in one statement, or of a bucket at the same time. */
const MOST_AT_ONCE = 32

/** Reads objects on the search thread's own connection, from wherever they are. */
export async function createReadBytes(rows: Rows, blobs: string): Promise<ReadBytes> {
  if (blobs === 'database') return inPieces((hashes) => readRows(rows, hashes))
  const { s3Blobs } = await import('../blobs/s3-blobs.ts')
  const { get } = s3Blobs(blobs, process.env)
  return inPieces((hashes) => readBucket(get, hashes))
}

type ReadPiece = (hashes: readonly string[]) => Promise<[string, Uint8Array][]>

function inPieces(read: ReadPiece): ReadBytes {
  return async (hashes) => {
    const found = new Map<string, Uint8Array>()
    for (let at = 0; at < hashes.length; at += MOST_AT_ONCE)
      for (const [sha256, bytes] of await read(hashes.slice(at, at + MOST_AT_ONCE))) found.set(sha256, bytes)
    return found
  }
}

async function readRows(rows: Rows, hashes: readonly string[]): Promise<[string, Uint8Array][]> {
  const marks = hashes.map(() => '?').join(', ')
  const found = await rows.all(`select sha256, bytes from blobs where sha256 in (${marks})`, hashes)
  return found.flatMap(({ sha256, bytes }) => (bytes instanceof Uint8Array ? [[String(sha256), bytes]] : []))
}

async function readBucket(get: BlobStore['get'], hashes: readonly string[]): Promise<[string, Uint8Array][]> {
  const found = await Promise.all(hashes.map(async (sha256) => ({ sha256, bytes: await get(sha256) })))
  return found.flatMap(({ sha256, bytes }) => (bytes === null ? [] : [[sha256, bytes]]))
}
