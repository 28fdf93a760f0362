import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rm, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { FolderRefused } from '../folder-refused.ts'
import {
  claimRun,
  isFault,
  orNull,
  plainFault,
  removeLeftBehind,
  sha256OfBytes,
  syncFolder,
  writeWhole,
} from '../whole-files.ts'
import { openBatch } from '../write-batch.ts'
import { placeOf } from './entries.ts'
import type { MirroredLicense } from './license.ts'
import {
  LICENSE_FACTS,
  type MirrorReader,
  mirrorLogPlace,
  OBJECTS,
  OWN,
  objectPlace,
  readMirror,
  SITE,
  STATE,
} from './read-mirror.ts'
import type { MirroredSite } from './site.ts'
import type { MirrorState } from './state.ts'

const UNNAMED = join(OWN, 'incomplete')
/** No slug of a topic has capitals. */
const LICENSE = 'LICENSE.txt'
const LOCK = join(OWN, 'running')
/** As whoever runs the command has set for its files. */
const MODE = 0o666

/**
 * A folder with a mirror: texts at their paths for people, and beside them every object by its hash. Objects and texts are
 * written with others: they have their names, durably, when the state is written that tells of them.
 */
export interface MirrorFolder extends MirrorReader {
  writeState(state: MirrorState): Promise<void>
  writeSite(site: MirroredSite): Promise<void>
  /** A file of a stream, by its place. */
  writeActs(place: string, acts: readonly unknown[]): Promise<void>
  /** The bytes of an object; null where they are not there, or are no longer what they were. */
  readObject(sha256: string): Promise<Uint8Array | null>
  writeObject(sha256: string, bytes: Uint8Array): Promise<void>
  writeText(path: string, bytes: Uint8Array): Promise<void>
  removeText(path: string): Promise<void>
  /** All texts of a topic. */
  removeTopic(topic: string): Promise<void>
  /** A file of the transparency log, by its place there. */
  writeLog(place: string, bytes: Uint8Array): Promise<void>
  /** A file, or a folder with all that is in it. */
  removeLog(place: string): Promise<void>
  /** The names in a folder of the log. */
  listLog(place: string): Promise<readonly string[]>
  /** Says under which licence the texts are, to a server and in a text for people; null: nothing is said. */
  writeLicense(license: MirroredLicense | null, text: string | null): Promise<void>
  /** Lets the next run begin. */
  close(): Promise<void>
}

/** Opens a folder for one run, and makes it where there is none; what holds other things is refused. */
export async function openMirror(path: string): Promise<MirrorFolder> {
  try {
    await mkdir(path, { recursive: true })
    const names = (await readdir(path)).filter((name) => name !== 'lost+found')
    if (names.length > 0 && !names.includes(OWN))
      throw new FolderRefused(`${path} holds other things: a mirror needs a new folder, or its own`)
    await mkdir(join(path, OBJECTS), { recursive: true })
    await mkdir(join(path, UNNAMED), { recursive: true })
    // Two runs at once could leave an older text in the place of a newer one.
    await claimRun(join(path, LOCK))
    await removeLeftBehind(join(path, UNNAMED))
  } catch (error) {
    if (isFault(error, 'EEXIST', 'ENOTDIR'))
      throw new FolderRefused(`${path} is a file, or below one: a mirror needs a folder`, { cause: error })
    throw plainFault(error, path)
  }
  return folderAt(path)
}

function folderAt(path: string): MirrorFolder {
  const write = (place: string, bytes: Uint8Array) => writeIn(path, place, bytes)
  const writeOrRemove = (place: string, text: string | null) =>
    text === null ? rm(join(path, place), { force: true }) : write(place, Buffer.from(text))
  const reader = readMirror(path)
  const batch = openBatch({ path, unnamed: UNNAMED, mode: MODE })
  return {
    ...reader,
    async writeState(state) {
      await batch.sync()
      await write(STATE, Buffer.from(`${JSON.stringify(state)}\n`))
      await syncFolder(join(path, OWN))
    },
    async writeSite(site) {
      await batch.sync()
      await write(SITE, Buffer.from(`${JSON.stringify(site)}\n`))
      await syncFolder(join(path, OWN))
    },
    writeActs: (place, acts) => write(join(OWN, place), Buffer.from(JSON.stringify(acts))),
    async readObject(sha256) {
      const place = objectPlace(sha256)
      const taken = batch.find(place)
      // Asked for each object, and mostly for one that is not there: an error for each would cost more than the look.
      if (taken !== undefined || !existsSync(join(path, place))) return taken ?? null
      const bytes = await reader.readBytes(sha256)
      return bytes !== null && sha256OfBytes(bytes) === sha256 ? bytes : null
    },
    writeObject: (sha256, bytes) => batch.write(objectPlace(sha256), bytes),
    writeText: (entryPath, bytes) => batch.write(placeOf(entryPath), bytes),
    async removeText(entryPath) {
      await batch.settle()
      await removeIn(path, placeOf(entryPath))
    },
    async removeTopic(topic) {
      await batch.settle()
      await rm(join(path, topic), { recursive: true, force: true })
    },
    writeLog: (place, bytes) => write(mirrorLogPlace(place), bytes),
    removeLog: (place) => rm(join(path, mirrorLogPlace(place)), { recursive: true, force: true }),
    listLog: async (place) => (await orNull(() => readdir(join(path, mirrorLogPlace(place))))) ?? [],
    async writeLicense(license, text) {
      await writeOrRemove(LICENSE, text)
      await writeOrRemove(LICENSE_FACTS, license && `${JSON.stringify(license)}\n`)
    },
    async close() {
      // A run that failed keeps what it has; whatever refused it was told already.
      await batch.settle().catch(() => {})
      await rm(join(path, LOCK), { force: true })
    },
  }
}

async function writeIn(path: string, place: string, bytes: Uint8Array): Promise<void> {
  try {
    await mkdir(dirname(join(path, place)), { recursive: true })
    await writeWhole(join(path, UNNAMED, randomUUID()), join(path, place), { bytes, mode: MODE })
  } catch (error) {
    throw plainFault(error, path)
  }
}

/** With the folders that hold nothing else. */
async function removeIn(path: string, place: string): Promise<void> {
  await rm(join(path, place), { force: true })
  for (let folder = dirname(place); folder !== '.'; folder = dirname(folder)) {
    try {
      await rmdir(join(path, folder))
    } catch (error) {
      if (isFault(error, 'ENOTEMPTY', 'EEXIST', 'ENOENT')) return
      throw error
    }
  }
}
