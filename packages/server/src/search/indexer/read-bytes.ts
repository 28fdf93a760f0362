import { BlobAltered, type BlobStore, ObjectLost } from '../../storage/blobs/blob-store.ts'
import { MIRROR_BLOBS, mirrorBlobs } from '../../storage/blobs/mirror-blobs.ts'
import { unpackBytes } from '../../storage/blobs/packed-bytes.ts'
import type { IndexerMessage } from './messages.ts'
import type { Rows } from './rows.ts'

/** Several at once: what is missing or altered is not in the answer. */
export type ReadBytes = (hashes: readonly string[]) => Promise<ReadonlyMap<string, Uint8Array>>

/** As many as are asked for in one statement, or of a bucket at the same time. */
const MOST_AT_ONCE = 32

/** Is told of each object that has no sound bytes. */
type OnLost = (lost: ObjectLost) => void

/** Reads objects on the search thread's own connection, from wherever they are. */
export async function createReadBytes(rows: Rows, blobs: string, onLost: OnLost): Promise<ReadBytes> {
  if (blobs === 'database') return inPieces((hashes) => readRows(rows, hashes), onLost)
  const { get } = await openElsewhere(blobs)
  return inPieces((hashes) => readBucket(get, hashes), onLost)
}

/** Only what is used: a thread has little memory. */
async function openElsewhere(blobs: string): Promise<BlobStore> {
  if (blobs.startsWith(MIRROR_BLOBS)) return mirrorBlobs(blobs)
  const { s3Blobs } = await import('../../storage/blobs/s3-blobs.ts')
  return s3Blobs(blobs, process.env)
}

/** What the search thread and the packing process tell the main one. */
export function lostMessage({ code, message }: ObjectLost): IndexerMessage {
  return { kind: 'lost', code, message }
}

type ReadPiece = (hashes: readonly string[]) => Promise<[string, Uint8Array | ObjectLost][]>

function inPieces(readPiece: ReadPiece, onLost: OnLost): ReadBytes {
  return async (hashes) => {
    const found = new Map<string, Uint8Array>()
    for (let at = 0; at < hashes.length; at += MOST_AT_ONCE) {
      const piece = hashes.slice(at, at + MOST_AT_ONCE)
      const read = new Map(await readPiece(piece))
      for (const sha256 of piece) {
        const bytes = read.get(sha256) ?? new ObjectLost('object_missing', sha256)
        if (bytes instanceof ObjectLost) onLost(bytes)
        else found.set(sha256, bytes)
      }
    }
    return found
  }
}

async function readRows(rows: Rows, hashes: readonly string[]): Promise<[string, Uint8Array | ObjectLost][]> {
  const marks = hashes.map(() => '?').join(', ')
  const found = await rows.all(`select sha256, bytes, packed from blobs where sha256 in (${marks})`, hashes)
  return found.flatMap(({ sha256, bytes, packed }) => {
    if (!(bytes instanceof Uint8Array)) return []
    const key = String(sha256)
    return [[key, unpackBytes({ bytes, packed: Number(packed) }) ?? new ObjectLost('object_altered', key)]]
  })
}

/** One altered object must not keep the others from being found; a bucket that does not answer is a fault. */
function readBucket(
  get: BlobStore['get'],
  hashes: readonly string[],
): Promise<[string, Uint8Array | ObjectLost][]> {
  const readOne = async (sha256: string) => {
    try {
      return (await get(sha256)) ?? new ObjectLost('object_missing', sha256)
    } catch (error) {
      if (error instanceof BlobAltered) return new ObjectLost('object_altered', sha256, error)
      throw error
    }
  }
  return Promise.all(hashes.map(async (sha256) => [sha256, await readOne(sha256)]))
}
