import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isFault, orNull, plainFault, removeLeftBehind, syncFolder, writeWhole } from '../whole-files.ts'

/** What a backup is made of: pages of rows and of indexes, and the bytes of objects. */
export type Material = 'pages' | 'blobs'

/**
 * A folder of backups. Its files are for their owner alone, named by the SHA-256 of their bytes, and whole as
 * soon as they have their names. Nothing in it is ever deleted but what was never finished.
 */
export interface BackupFolder {
  readonly path: string
  /** Where a page or blob is, relative to the folder. */
  placeOf(material: Material, sha256: string): string
  /** Bytes of a file that is there; null for none. */
  sizeOf(material: Material, sha256: string): Promise<number | null>
  /** The bytes as they are, whatever their hash; null for none. */
  read(place: string): Promise<Uint8Array | null>
  /** Writes a file that is complete, under its name, or not there. */
  write(place: string, bytes: Uint8Array): Promise<void>
  /** Makes the names of all files durable that were written so far. */
  sync(): Promise<void>
}

/** Opens a folder, and makes it where there is none; what is not a folder of backups is refused. */
export async function makeFolder(path: string): Promise<BackupFolder> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 })
    const names = (await readdir(path)).filter((name) => !name.startsWith('.') && name !== 'lost+found')
    if (names.length > 0 && !names.includes(MANIFESTS))
      throw new Error(`${path} holds other things: a backup needs a new folder, or one of earlier backups`)
    // First of all, so that the folder is known by it.
    await mkdir(join(path, MANIFESTS), { recursive: true, mode: 0o700 })
    await mkdir(join(path, UNNAMED), { recursive: true, mode: 0o700 })
    await removeLeftBehind(join(path, UNNAMED))
  } catch (error) {
    if (isFault(error, 'EEXIST', 'ENOTDIR'))
      throw new Error(`${path} is a file, or below one: a backup needs a folder`, { cause: error })
    throw plainFault(error, path)
  }
  return openFolder(path)
}

export const MANIFESTS = 'manifests'
/** In it a folder for each manifest. */
export const LOGS = 'log'
const UNNAMED = 'incomplete'

/** A folder to read from, or to write to once it was made. */
export function openFolder(path: string): BackupFolder {
  const folders = new Set<string>()
  const placeOf = (material: Material, sha256: string) => join(material, sha256.slice(0, 2), sha256)
  return {
    path,
    placeOf,
    sizeOf: (material, sha256) =>
      orNull(async () => (await stat(join(path, placeOf(material, sha256)))).size),
    read: (place) => orNull(() => readFile(join(path, place))),
    async write(place, bytes) {
      try {
        await makeParents(path, place, folders)
        await writeWhole(join(path, UNNAMED, randomUUID()), join(path, place), { bytes, mode: 0o600 })
      } catch (error) {
        throw plainFault(error, path)
      }
    },
    async sync() {
      for (const below of folders) await syncFolder(join(path, below))
      await syncFolder(path)
    },
  }
}

async function makeParents(path: string, place: string, folders: Set<string>): Promise<void> {
  const parts = place.split('/').slice(0, -1)
  const parents = parts.map((_part, index) => parts.slice(0, index + 1).join('/'))
  if (parents.every((parent) => folders.has(parent))) return
  await mkdir(join(path, ...parts), { recursive: true, mode: 0o700 })
  for (const parent of parents) folders.add(parent)
}
