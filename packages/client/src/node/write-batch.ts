import { randomUUID } from 'node:crypto'
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { type Durability, openDurability } from './durable.ts'
import { plainFault } from './whole-files.ts'

/** A batch is written when it has so many files or bytes, or its first file waited so many milliseconds. */
const MOST_FILES = 512
const MOST_BYTES = 8 * 1024 * 1024
const LONGEST_WAIT = 2000

/** Files that get their names together, after the bytes of all of them are durable: a disk is waited for once, not for each. */
interface WriteBatch {
  /**
   * Takes a file. It has its name after the next `settle` at the latest, and is whole as soon as it has; the names come
   * in the order of the files. Waits while much is under way.
   */
  write(place: string, bytes: Uint8Array): Promise<void>
  /** The bytes of a file that was taken and may not have its name yet. */
  find(place: string): Uint8Array | undefined
  /** Waits until every file that was taken has its name. Throws what one of them was refused for, then and ever after. */
  settle(): Promise<void>
  /** After this the names are durable too. */
  sync(): Promise<void>
}

interface BatchOptions {
  /** Places are relative to it. */
  readonly path: string
  /** A folder in it for files that have no name yet. */
  readonly unnamed: string
  readonly mode: number
  readonly modeOfFolders?: number
}

type Files = ReadonlyMap<string, Uint8Array>

export function openBatch(
  options: BatchOptions,
  durability: Durability = openDurability(options.path),
): WriteBatch {
  const path = resolve(options.path)
  const touched = new Set<string>()
  let taken = new Map<string, Uint8Array>()
  let bytesTaken = 0
  let firstAt = 0
  let writing: { files: Files; done: Promise<void> } | null = null
  let refused: { cause: unknown } | null = null

  const begin = () => {
    const files = taken
    taken = new Map()
    bytesTaken = 0
    const done = nameAll(files, { ...options, path, touched, makeDurable: durability.ofFiles })
      .catch((error) => {
        refused ??= { cause: plainFault(error, path) }
      })
      .finally(() => {
        writing = null
      })
    writing = { files, done }
  }
  const isDue = () =>
    taken.size >= MOST_FILES ||
    bytesTaken >= MOST_BYTES ||
    (taken.size > 0 && performance.now() - firstAt > LONGEST_WAIT)
  const requireSound = () => {
    if (refused !== null) throw refused.cause
  }
  const whileThereIs = async (isToDo: () => boolean) => {
    for (requireSound(); isToDo(); requireSound())
      if (writing === null) begin()
      else await writing.done
  }
  const settle = () => whileThereIs(() => taken.size > 0 || writing !== null)
  return {
    async write(place, bytes) {
      requireSound()
      if (taken.size === 0) firstAt = performance.now()
      // Again in its turn: the last bytes of a place are those that stay.
      taken.delete(place)
      taken.set(place, bytes)
      bytesTaken += bytes.length
      await whileThereIs(isDue)
    },
    find: (place) => taken.get(place) ?? writing?.files.get(place),
    settle,
    async sync() {
      await settle()
      const folders = [...touched]
      touched.clear()
      await durability.ofFolders(folders)
    },
  }
}

interface Naming extends BatchOptions {
  /** Folders that have new names. */
  readonly touched: Set<string>
  makeDurable(paths: readonly string[]): Promise<void>
}

/** Files are small and many: without a promise for each step of each. */
async function nameAll(
  files: Files,
  { path, unnamed, mode, modeOfFolders, touched, makeDurable }: Naming,
): Promise<void> {
  const written = Array.from(files, ([place, bytes]) => {
    const final = join(path, place)
    return { final, temporary: join(path, unnamed, randomUUID()), bytes }
  })
  const folders = new Set(written.map(({ final }) => dirname(final)))
  try {
    for (const folder of folders) mkdirSync(folder, { recursive: true, mode: modeOfFolders })
    for (const { temporary, bytes } of written) writeFileSync(temporary, bytes, { flag: 'wx', mode })
    await makeDurable(written.map(({ temporary }) => temporary))
    for (const { temporary, final } of written) renameSync(temporary, final)
    for (const folder of folders) touch(touched, folder, path)
  } catch (error) {
    for (const { temporary } of written) rmSync(temporary, { force: true })
    throw error
  }
}

/** With those above it, which may be as new. */
function touch(touched: Set<string>, folder: string, path: string): void {
  for (let above = folder; above.length >= path.length && !touched.has(above); above = dirname(above))
    touched.add(above)
}
