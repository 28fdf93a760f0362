import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rm, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { orNull, plainFault } from '../whole-files.ts'

const UNFINISHED = 'unfinished'

/** What a backup keeps of the transparency log, beside the records that its leaves are made of. */
export interface LogFiles {
  readonly checkpoint: string
  readonly keys: string
}

/** A page that is in the folder, and how many rows it has. */
export interface WrittenPage {
  readonly sha256: string
  readonly rows: number
}

/** The pages of a table that are in the folder. */
interface FetchedPages {
  readonly pages: readonly string[]
  readonly rows: number
}

/**
 * What a backup has done so far, a line for each step, so that a run after a kill goes on with the same snapshot.
 * It names the server by its origin, and holds no credential.
 */
export interface Journal {
  /** Of the capture: the server answers the same snapshot to the same key. */
  readonly key: string
  readonly snapshotId: string | null
  /** The transparency log as it was before the capture; null for none, undefined where it was not asked for. */
  readonly log: LogFiles | null | undefined
  /** The name of the manifest, once all that it leads to is in the folder; null before. */
  readonly manifest: string | null
  fetched(table: string): FetchedPages
  /** For this run: the same snapshot gives the same pages again. */
  forget(table: string): void
  noteLog(log: LogFiles | null): Promise<void>
  noteSnapshot(id: string): Promise<void>
  /** In their order. */
  notePages(table: string, pages: readonly WrittenPage[]): Promise<void>
  noteManifest(name: string): Promise<void>
  remove(): Promise<void>
}

/** The journal of a backup of this press that did not come to its end. */
export async function findJournal(folder: string, press: string): Promise<Journal | null> {
  for (const name of (await orNull(() => readdir(join(folder, UNFINISHED)))) ?? []) {
    const path = join(folder, UNFINISHED, name)
    const content = await orNull(() => readFile(path))
    // Another run came to its end meanwhile.
    if (content === null) continue
    const { lines, bytes } = wholeLines(content)
    const [first, ...rest] = lines
    // Nothing was asked of the server before this line was whole.
    if (first?.press === undefined || first.key === undefined) await rm(path, { force: true })
    else if (first.press === press) {
      if (bytes < content.length) await truncate(path, bytes)
      return journalAt(path, first.key, rest)
    }
  }
  return null
}

/** Of all runs that did not come to their end: what they have written of a backup whose manifest is yet to come. */
export async function unfinishedManifests(folder: string): Promise<Set<string>> {
  const found = new Set<string>()
  for (const name of (await orNull(() => readdir(join(folder, UNFINISHED)))) ?? []) {
    const content = await orNull(() => readFile(join(folder, UNFINISHED, name)))
    for (const { manifest } of content === null ? [] : wholeLines(content).lines)
      if (manifest !== undefined) found.add(manifest)
  }
  return found
}

export async function beginJournal(folder: string, press: string): Promise<Journal> {
  const key = randomUUID()
  const path = join(folder, UNFINISHED, `${key}.jsonl`)
  await mkdir(join(folder, UNFINISHED), { recursive: true, mode: 0o700 })
  await append(path, [{ press, key }], DURABLY)
  return journalAt(path, key, [])
}

interface Line {
  readonly press?: string
  readonly key?: string
  readonly log?: LogFiles | null
  readonly snapshot?: string
  readonly manifest?: string
  readonly table?: string
  readonly page?: string
  /** The first row of the page, and how many it has. */
  readonly from?: number
  readonly rows?: number
}

function journalAt(path: string, key: string, lines: readonly Line[]): Journal {
  const tables = new Map<string, { pages: string[]; rows: number }>()
  let snapshotId: string | null = null
  let manifest: string | null = null
  let knownLog: LogFiles | null | undefined
  const fetched = (table: string) => {
    const found = tables.get(table) ?? { pages: [], rows: 0 }
    tables.set(table, found)
    return found
  }
  const keep = ({ log, snapshot, manifest: name, table, page, from, rows }: Line) => {
    // Of two runs at once the first one asked before either has captured.
    if (knownLog === undefined) knownLog = log
    if (snapshot !== undefined) snapshotId = snapshot
    if (name !== undefined) manifest = name
    if (table === undefined || page === undefined || rows === undefined) return
    const known = fetched(table)
    // Two runs at once write the same pages twice.
    if (from !== known.rows) return
    known.pages.push(page)
    known.rows += rows
  }
  for (const line of lines) keep(line)
  // A line that a power cut takes away costs a second look at its page.
  const note = async (line: Line) => {
    await append(path, [line])
    keep(line)
  }
  return {
    key,
    get snapshotId() {
      return snapshotId
    },
    get log() {
      return knownLog
    },
    get manifest() {
      return manifest
    },
    fetched,
    forget: (table) => void tables.delete(table),
    async noteLog(log) {
      // A log that is asked for again could be newer than the snapshot.
      await append(path, [{ log }], DURABLY)
      knownLog = wholeLines(await readFile(path)).lines.find((line) => line.log !== undefined)?.log ?? null
    },
    noteSnapshot: (snapshot) => note({ snapshot }),
    async notePages(table, pages) {
      let from = fetched(table).rows
      const noted = pages.map(({ sha256, rows }) => {
        from += rows
        return { table, page: sha256, from: from - rows, rows }
      })
      await append(path, noted)
      for (const line of noted) keep(line)
    },
    async noteManifest(name) {
      await append(path, [{ manifest: name }], DURABLY)
      keep({ manifest: name })
    },
    remove: () => rm(path, { force: true }),
  }
}

/** The lines that were written to their end, and where that is. */
function wholeLines(content: Uint8Array): { lines: Line[]; bytes: number } {
  const lines: Line[] = []
  let bytes = 0
  for (const line of Buffer.from(content).toString('utf8').split('\n').slice(0, -1)) {
    const value = lineOf(line)
    if (value === null) break
    lines.push(value)
    bytes += Buffer.byteLength(line) + 1
  }
  return { lines, bytes }
}

function lineOf(line: string): Line | null {
  try {
    return JSON.parse(line) as Line
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

const DURABLY = { isDurable: true }

async function append(
  path: string,
  lines: readonly Line[],
  { isDurable } = { isDurable: false },
): Promise<void> {
  if (lines.length === 0) return
  try {
    const file = await open(path, 'a', 0o600)
    try {
      await file.appendFile(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
      if (isDurable) await file.datasync()
    } finally {
      await file.close()
    }
  } catch (error) {
    throw plainFault(error, path)
  }
}
