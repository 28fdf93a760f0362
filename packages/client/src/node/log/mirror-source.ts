import {
  type FilledTile,
  growTree,
  isSame,
  LogRefused,
  parseBundle,
  tileBytes,
  tilePlace,
  tilesOf,
} from '@colophon/log'
import type { Progress } from '../../in-flight.ts'
import { parseRecord } from '../../log/records.ts'
import {
  type FolderChecked,
  type FolderSource,
  type LogSource,
  type ObjectLeaf,
  readTile,
} from '../../log/source.ts'
import { FolderRefused } from '../folder-refused.ts'
import { type MirrorReader, readMirror } from '../mirror/read-mirror.ts'
import type { MirrorState } from '../mirror/state.ts'
import { sha256OfBytes } from '../whole-files.ts'
import { folderText } from './backup-source.ts'

/** A mirror, and the server that it is of. */
export interface MirrorLog extends FolderSource {
  readonly press: string
}

/** The log that a mirror keeps. */
export async function mirrorLog(path: string): Promise<MirrorLog> {
  const reader = readMirror(path)
  const state = await reader.readState()
  if (state === null) throw new FolderRefused(`${path} is no mirror`)
  const source: LogSource = {
    name: `the mirror ${path}`,
    checkpoint: async () => folderText(await reader.readLog('checkpoint')),
    keys: async () => folderText(await reader.readLog('keys')),
    tile: (tile) => reader.readLog(tilePlace(tile)),
    async leavesOf(sha256, size) {
      known ??= indexOf(source, size)
      return (await known).get(sha256) ?? []
    },
    record: (sha256) => reader.readBytes(sha256),
  }
  let known: Promise<Map<string, ObjectLeaf[]>> | null = null
  return {
    ...source,
    press: state.press,
    checkAll: (size, progress) => checkAll({ source, reader, state, progress }, size),
  }
}

/** The records' hashes in the order of the log. */
async function* recordsOf(source: LogSource, size: number): AsyncGenerator<Uint8Array, void, undefined> {
  for (const tile of tilesOf('entries', size)) yield* parseBundle(await readTile(source, tile), tile)
}

/** The leaves by the hashes of their records, and by those of the revisions that the records are said to be about. */
async function indexOf(source: LogSource, size: number): Promise<Map<string, ObjectLeaf[]>> {
  const known = new Map<string, ObjectLeaf[]>()
  const add = (sha256: string, leaf: ObjectLeaf) => known.set(sha256, [...(known.get(sha256) ?? []), leaf])
  let index = 0
  for await (const entry of recordsOf(source, size)) {
    const leaf = { index, record_hash: Buffer.from(entry).toString('hex') }
    add(leaf.record_hash, leaf)
    const bytes = await source.record(leaf.record_hash)
    const record = bytes === null ? null : parseRecord(bytes)
    if (record !== null) add(record.content_hash, leaf)
    index += 1
  }
  return known
}

interface Checking {
  readonly source: LogSource
  readonly reader: MirrorReader
  readonly state: MirrorState
  readonly progress: Progress
}

async function checkAll(checking: Checking, size: number): Promise<FolderChecked> {
  const faults: string[] = []
  const logged = await checkTree(checking, size, faults)
  const { records, missing } = await checkObjects(checking, logged, faults)
  const { logged: isUpToDate = false, public: reached } = checking.state
  // Named topics may be invited ones, and a run that did not come to its end did not bring the log.
  const mustBeLogged = isUpToDate && reached !== null
  if (mustBeLogged) for (const sha256 of missing) faults.push(`the record ${sha256} is not in the log`)
  const remarks = mustBeLogged || missing.length === 0 ? [] : [remarkOf(missing.length, isUpToDate)]
  return { records, faults, remarks }
}

function remarkOf(missing: number, isUpToDate: boolean): string {
  const why = isUpToDate
    ? 'topics that were named may be invited ones'
    : 'its last run did not bring the log up to date'
  return `${missing} records of the mirror are not in its log: ${why}`
}

/** Makes the tree anew from its entries; answers their records. */
async function checkTree(
  { source, progress }: Checking,
  size: number,
  faults: string[],
): Promise<Set<string>> {
  const logged = new Set<string>()
  const whole: FilledTile[] = []
  const tree = growTree({ onWhole: (tile) => void whole.push(tile) })
  progress.begin('leaves', size)
  for await (const entry of recordsOf(source, size)) {
    tree.append(entry)
    logged.add(Buffer.from(entry).toString('hex'))
    progress.advance(1)
    for (const tile of whole.splice(0)) await checkTile(source, tile, faults)
  }
  for (const tile of tree.edge()) await checkTile(source, tile, faults)
  return logged
}

async function checkTile(source: LogSource, tile: FilledTile, faults: string[]): Promise<void> {
  try {
    const found = await readTile(source, tile)
    if (!isSame(found, tileBytes(tile, tile.parts)))
      faults.push(`${tilePlace(tile)} is not what the entries make`)
  } catch (error) {
    if (!(error instanceof LogRefused)) throw error
    faults.push(error.message)
  }
}

/** Every object: that it has its hash and, of a record in a topic that is mirrored, whether it is in the log. */
async function checkObjects(
  { reader, state, progress }: Checking,
  logged: ReadonlySet<string>,
  faults: string[],
): Promise<{ records: number; missing: string[] }> {
  let records = 0
  const missing: string[] = []
  progress.begin('records', logged.size)
  for await (const sha256 of reader.listObjects()) {
    const bytes = (await reader.readBytes(sha256)) ?? new Uint8Array()
    const found = sha256OfBytes(bytes)
    const record = parseRecord(bytes)
    if (found !== sha256) faults.push(`the object ${sha256} has the hash ${found}`)
    else if (logged.has(sha256)) {
      if (record === null)
        faults.push(`${sha256} is in the log, and no record of a publication or a retirement`)
      records += 1
      progress.advance(1)
    } else if (record !== null && Object.hasOwn(state.topics, record.topic_id)) missing.push(sha256)
  }
  return { records, missing }
}
