import { checkpointText, tileBytes, tileOf } from '@colophon/log'
import type { Handler, ReplyOf } from '../../catalog/handler.ts'
import { ok } from '../../command/call.ts'
import { sha256Hex } from '../../core/hash.ts'
import { notFound } from '../../core/problem.ts'
import { appendNew } from './append.ts'
import { cosign } from './cosign.ts'
import { readRoot, readStoredTile } from './next-leaves.ts'
import { listEntriesAbout } from './store.ts'

const TEXT = { 'content-type': 'text/plain; charset=utf-8' }
/** Who is given an older head than the one that he saw must take it for a log that was rolled back. */
const NO_CACHE = { 'cache-control': 'no-cache' }
const HASHES = 'application/octet-stream'

export const getLogCheckpoint: Handler<'getLogCheckpoint'> = async (app) => {
  const size = await appendNew(app)
  const root = await readRoot(app.storage.read, size)
  const { name, sign } = app.keys.noteSigner
  const body = await cosign(app, sign(checkpointText(name, { size, root })), size)
  return { status: 200, body, headers: { ...TEXT, ...NO_CACHE } }
}

export const getLogKeys: Handler<'getLogKeys'> = async (app) => ({
  status: 200,
  body: app.keys.noteSigner.keys.map(({ text }) => `${text}\n`).join(''),
  headers: TEXT,
})

/** A tile is there as soon as the log has all of it, also in parts that no checkpoint ended at. */
export const readLogTile: Handler<'readLogTile'> = async (app, call) => {
  const tile = tileOf(call.params.level, call.params.tile)
  const found = await readStoredTile(app.storage.read, tile)
  if (found.length < tile.width) throw notFound()
  const bytes = tileBytes(tile, found)
  return { status: 200, body: bytes, headers: { sha256: sha256Hex(bytes), 'content-type': HASHES } }
}

export const getLogEntries: Handler<'getLogEntries'> = async (app, call) => {
  const { object } = await call.resolveResources(app.storage.read)
  await appendNew(app)
  const entries = await listEntriesAbout(app.storage.read, object)
  const answer: ReplyOf<'getLogEntries'> = ok({
    sha256: object.sha256,
    entries: entries.map(({ position, kind, record }) => ({ index: position, kind, record_hash: record })),
  })
  return { ...answer, headers: NO_CACHE }
}
