import { statSync } from 'node:fs'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { FolderRefused } from '../folder-refused.ts'
import { isFault, orNull, plainFault, removeLeftBehind } from '../whole-files.ts'
import { openBatch } from '../write-batch.ts'

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
  sizeOf(material: Material, sha256: string): number | null
  /** The bytes as they are, whatever their hash; null for none. */
  read(place: string): Promise<Uint8Array | null>
  /** Takes a file to be written with others: it is complete, under its name, or not there. */
  write(place: string, bytes: Uint8Array): Promise<void>
  /** All files that were taken so far have their names. */
  settle(): Promise<void>
  /** Their names are durable too. */
  sync(): Promise<void>
}

/** Opens a folder, and makes it where there is none; what is not a folder of backups is refused. */
export async function makeFolder(path: string): Promise<BackupFolder> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 })
    const names = (await readdir(path)).filter((name) => !name.startsWith('.') && name !== 'lost+found')
    if (names.length > 0 && !names.includes(MANIFESTS))
      throw new FolderRefused(
        `${path} holds other things: a backup needs a new folder, or one of earlier backups`,
      )
    // First of all, so that the folder is known by it.
    await mkdir(join(path, MANIFESTS), { recursive: true, mode: 0o700 })
    await mkdir(join(path, UNNAMED), { recursive: true, mode: 0o700 })
    await removeLeftBehind(join(path, UNNAMED))
  } catch (error) {
    if (isFault(error, 'EEXIST', 'ENOTDIR'))
      throw new FolderRefused(`${path} is a file, or below one: a backup needs a folder`, { cause: error })
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
  const batch = openBatch({ path, unnamed: UNNAMED, mode: 0o600, modeOfFolders: 0o700 })
  const placeOf = (material: Material, sha256: string) => join(material, sha256.slice(0, 2), sha256)
  return {
    path,
    placeOf,
    // Asked for each object, and mostly for one that is not there: an error for each would cost more than the look.
    sizeOf: (material, sha256) =>
      statSync(join(path, placeOf(material, sha256)), { throwIfNoEntry: false })?.size ?? null,
    read: (place) => orNull(() => readFile(join(path, place))),
    write: batch.write,
    settle: batch.settle,
    sync: batch.sync,
  }
}
