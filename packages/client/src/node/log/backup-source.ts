import type { RecoveryManifest, RecoveryRow } from '@colophon/contract'
import { type FilledTile, growTree, LogRefused, type Tile, tileBytes } from '@colophon/log'
import type { Progress } from '../../in-flight.ts'
import { parseRecord } from '../../log/records.ts'
import type { FolderChecked, FolderSource } from '../../log/source.ts'
import { Damaged } from '../backup/faults.ts'
import { type BackupFolder, MANIFESTS, openFolder } from '../backup/folder.ts'
import { backupLogPlace } from '../backup/log-files.ts'
import { findManifest, type NamedManifest, readManifest } from '../backup/manifest.ts'
import { readTable } from '../backup/read-table.ts'
import { sha256OfBytes } from '../whole-files.ts'
import { type LoggedAct, leavesOfActs } from './act-order.ts'

/** The text that bytes of a file are; null for none. */
export function folderText(bytes: Uint8Array | null): string | null {
  if (bytes === null) return null
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (cause) {
    throw new LogRefused('a file of the log is not UTF-8', { cause })
  }
}

/** A row of a publication or of a retirement. */
interface RowAct extends LoggedAct {
  readonly content_hash: string
}

/** The log as the newest backup of a folder makes it: from its records, and the checkpoint that was kept beside it. */
export async function backupLog(path: string): Promise<FolderSource> {
  const folder = openFolder(path)
  const named = await findManifest(folder, null)
  const manifest = await readSound(folder, named)
  const leaves = leavesOfActs(await readActs(folder, manifest)) as RowAct[]
  const readTile = tilesFrom(leaves)
  return {
    name: `the backup ${named.created_at} in ${path}`,
    checkpoint: async () => folderText(await folder.read(backupLogPlace(named, 'checkpoint'))),
    keys: async () => folderText(await folder.read(backupLogPlace(named, 'keys'))),
    tile: async (tile) => readTile(tile),
    async leavesOf(sha256) {
      const about = ({ record, content_hash }: RowAct) => record === sha256 || content_hash === sha256
      return leaves.flatMap((act, index) => (about(act) ? [{ index, record_hash: act.record }] : []))
    },
    record: (sha256) => folder.read(folder.placeOf('blobs', sha256)),
    checkAll: (size, progress) => checkRecords(folder, { leaves, size, progress }),
  }
}

async function readSound(folder: BackupFolder, named: NamedManifest): Promise<RecoveryManifest> {
  try {
    return await readManifest(folder, named)
  } catch (error) {
    if (!(error instanceof Damaged)) throw error
    throw damaged(`${MANIFESTS}/${named.name} ${error.message}`)
  }
}

function damaged(what: string): LogRefused {
  return new LogRefused(`the backup is damaged: ${what}`)
}

async function readActs(folder: BackupFolder, manifest: RecoveryManifest): Promise<LoggedAct[]> {
  const acts: LoggedAct[] = []
  for (const [table, actOf] of Object.entries(ACTS))
    for await (const row of readRows(folder, manifest, table)) acts.push(actOf(row))
  return acts
}

const ACTS: Readonly<Record<string, (row: RecoveryRow) => LoggedAct>> = {
  publications: (row) => rowAct(row, 'publication_hash', 'published_at'),
  retirements: (row) => rowAct(row, 'retirement_hash', 'decided_at'),
  visibility_changes: (row) => ({
    at: String(row.changed_at),
    position: Number(row.position),
    record: String(row.change_id),
    topic: String(row.topic_id),
    visibility: String(row.to_visibility),
  }),
}

function rowAct(row: RecoveryRow, record: string, at: string): RowAct {
  return {
    at: String(row[at]),
    position: 0,
    record: String(row[record]),
    topic: String(row.topic_id),
    visibility: null,
    content_hash: String(row.content_hash),
  }
}

async function* readRows(
  folder: BackupFolder,
  { tables }: RecoveryManifest,
  name: string,
): AsyncGenerator<RecoveryRow, void, undefined> {
  const table = tables.find((one) => one.name === name)
  if (table === undefined) throw damaged(`it has no table ${name}`)
  for await (const { sha256, page, fault } of readTable(folder, table)) {
    if (fault !== null) throw damaged(`${folder.placeOf('pages', sha256)} ${fault}`)
    if (page?.kind === 'rows') yield* page.rows
  }
}

/** All tiles of the tree of these leaves, also those of its earlier sizes. */
function tilesFrom(leaves: readonly RowAct[]): (tile: Tile) => Uint8Array | null {
  const filled = new Map<string, FilledTile>()
  const keep = (tile: FilledTile) => void filled.set(`${tile.level} ${tile.index}`, tile)
  const tree = growTree({ onWhole: keep })
  for (const { record } of leaves) tree.append(Buffer.from(record, 'hex'))
  for (const tile of tree.edge()) keep(tile)
  return (tile) => {
    const { parts = [] } = filled.get(`${tile.level} ${tile.index}`) ?? {}
    return parts.length < tile.width ? null : tileBytes(tile, parts.slice(0, tile.width))
  }
}

interface Records {
  readonly leaves: readonly RowAct[]
  readonly size: number
  readonly progress: Progress
}

/** The tree was made of the rows; that the records say the same is left to see. */
async function checkRecords(
  folder: BackupFolder,
  { leaves, size, progress }: Records,
): Promise<FolderChecked> {
  const faults: string[] = []
  progress.begin('records', size)
  for (const act of leaves.slice(0, size)) {
    const fault = faultOf(act, await folder.read(folder.placeOf('blobs', act.record)))
    if (fault !== null) faults.push(`the record ${act.record} ${fault}`)
    progress.advance(1)
  }
  const later = leaves.length - size
  const remarks = later === 0 ? [] : [`${later} acts of the backup came into the log after its checkpoint`]
  return { records: size, faults, remarks }
}

function faultOf(act: RowAct, bytes: Uint8Array | null): string | null {
  if (bytes === null) return 'is missing'
  const found = sha256OfBytes(bytes)
  if (found !== act.record) return `has the hash ${found}`
  const said = parseRecord(bytes)
  const isSame = said?.content_hash === act.content_hash && said.at === act.at && said.topic_id === act.topic
  return isSame ? null : 'says another thing than its row'
}
