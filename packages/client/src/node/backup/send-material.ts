import type { RecoveryManifest } from '@colophon/contract'
import type { CallOperation } from '../../call.ts'
import { inFlight, openRoom, type Progress, type Room } from '../../in-flight.ts'
import { sha256OfBytes } from '../whole-files.ts'
import { listedObjects } from './check-backup.ts'
import type { BackupFolder, Material } from './folder.ts'
import { readTable } from './read-table.ts'

/** What arrives together shares a commit of the server. */
const SENT_AT_ONCE = 48
/** Most have a kibibyte or two, but each may have 4 MiB. */
const BYTES_AT_ONCE = 16 * 1024 * 1024

export interface Sending {
  readonly call: CallOperation
  readonly from: BackupFolder
  readonly progress: Progress
  /** What was sent so far. */
  readonly sent: { pages: number; blobs: number; bytes: number }
  readonly room: Room
}

/** Before anything was sent. */
export function openSending(to: Pick<Sending, 'call' | 'from' | 'progress'>): Sending {
  return { ...to, sent: { pages: 0, blobs: 0, bytes: 0 }, room: openRoom(BYTES_AT_ONCE) }
}

/** Sends everything that a manifest leads to. What the server has already may be sent again. */
export async function preload(sending: Sending, manifest: RecoveryManifest): Promise<void> {
  const { from, progress } = sending
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  progress.begin('rows sent', rows)
  await inFlight(listedPages(from, manifest), SENT_AT_ONCE, async (page) => {
    await send(sending, 'pages', page.sha256)
    progress.advance(page.rows)
  })
  progress.begin('objects sent', manifest.blobs.count)
  await inFlight(listedObjects(from, manifest), SENT_AT_ONCE, async ({ sha256 }) => {
    await send(sending, 'blobs', String(sha256))
    progress.advance(1)
  })
}

async function* listedPages(from: BackupFolder, { tables }: RecoveryManifest) {
  for (const table of tables)
    for await (const { sha256, page } of readTable(from, table))
      yield { sha256, rows: page?.kind === 'rows' ? page.rows.length : 0 }
}

/** Sends what the server lacks, which may be a page or an object. */
export async function sendMissing(sending: Sending, hashes: readonly string[]): Promise<void> {
  await inFlight(hashes, SENT_AT_ONCE, async (sha256) => {
    const isPage = sending.from.sizeOf('pages', sha256) !== null
    await send(sending, isPage ? 'pages' : 'blobs', sha256)
  })
}

/** The bytes are looked at when they are sent: whatever happened to the folder since, none leaves that is wrong. */
async function send({ call, from, sent, room }: Sending, material: Material, sha256: string): Promise<void> {
  const place = from.placeOf(material, sha256)
  const body = await from.read(place)
  if (body === null)
    throw new Error(`${place} is missing: the press needs it, and this backup has it no more`)
  const found = sha256OfBytes(body)
  if (found !== sha256) throw new Error(`${place} has the SHA-256 ${found}: it was not sent`)
  await room.enter(body.length)
  try {
    await call(material === 'pages' ? 'stagePage' : 'stageBlob', { params: { sha256 }, body })
  } finally {
    room.leave(body.length)
  }
  sent[material] += 1
  sent.bytes += body.length
}
