import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type BlobStore, requireBlobKey } from './blob-store.ts'

/** How `settings.blobs` names the folder of a mirror; no operator writes it. */
export const MIRROR_BLOBS = 'mirror:'

/** Where the mirror in a folder has an object. */
export function mirroredObject(folder: string, sha256: string): string {
  return join(folder, '.mirror/objects', sha256.slice(0, 2), sha256)
}

/** The objects of a mirror, each held to its hash; nothing is ever written there. */
export function mirrorBlobs(setting: string): BlobStore {
  const folder = setting.slice(MIRROR_BLOBS.length)
  const refuse = async () => {
    throw new Error('nothing is written to a mirror that is served')
  }
  const get = async (sha256: string) => {
    const bytes = await readOrNull(mirroredObject(folder, sha256))
    if (bytes !== null) requireBlobKey(sha256, bytes)
    return bytes
  }
  return {
    put: refuse,
    repair: refuse,
    get,
    has: async (sha256) => (await get(sha256)) !== null,
    putWithin: null,
    removeWithin: null,
    ping: async () => {},
    close: async () => {},
  }
}

async function readOrNull(path: string): Promise<Uint8Array | null> {
  try {
    return await readFile(path)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}
