import { type AnswerOf, type Operations, RECOVERY_LIMITS } from '@colophon/contract'
import type { App } from '../../app.ts'
import { audit } from '../../catalog/audit.ts'
import type { CallOf, Handler, ReplyOf } from '../../catalog/handler.ts'
import { mediaTypeOf, readBytesOnce } from '../../catalog/objects.ts'
import { isTextTuple, openPage } from '../../catalog/pages.ts'
import { findSnapshot } from '../../catalog/records.ts'
import { created, ok } from '../../command/call.ts'
import { command } from '../../command/command.ts'
import { findOutcome } from '../../command/idempotency.ts'
import { clipPage } from '../../core/close-page.ts'
import { notFound } from '../../core/problem.ts'
import { SCHEMA_VERSION } from '../../storage/migrate.ts'
import type { SnapshotRow } from '../../storage/rows/site.ts'
import { removeLeftCopies } from './left-copies.ts'
import { manifestOf, requireCaptured, requireSpace, snapshotView } from './rules.ts'
import {
  beginSnapshot,
  completeSnapshot,
  countCaptured,
  dropCopy,
  listSnapshotRows,
  markReleased,
} from './store.ts'

type SnapshotView = AnswerOf<Operations['createSnapshot']>

/** The copy is made outside the transaction, which must hold up no writer, and not again for a replay. */
export const createSnapshot: Handler<'createSnapshot'> = async (app, call) => {
  await call.resolveResources(app.storage.read)
  const earlier = await findOutcome<SnapshotView>(app.storage.read, call)
  if (earlier !== null) return earlier
  requireSpace(await countCaptured(app.storage.read))
  await removeLeftCopies(app)
  const made = { id: app.ambient.newId(), now: app.ambient.now() }
  await app.storage.write((tx) => beginSnapshot(tx, made))
  try {
    return await capture(app, call, made)
  } finally {
    await dropUnlessCaptured(app, made.id)
  }
}

async function capture(
  app: App,
  call: CallOf<'createSnapshot'>,
  made: { id: string; now: string },
): Promise<ReplyOf<'createSnapshot'>> {
  const manifest = JSON.stringify(manifestOf(await app.storage.frozen.freeze(made.id), SCHEMA_VERSION))
  return command(app, call, async (unit) => {
    requireSpace(await countCaptured(unit.tx))
    await completeSnapshot(unit.tx, made.id, manifest)
    await audit(unit, { action: 'createSnapshot', target: made.id })
    const row: SnapshotRow = {
      snapshot_id: made.id,
      created_at: made.now,
      state: 'captured',
      manifest,
      has_copy: 1,
    }
    return created(snapshotView(row))
  })
}

export const listSnapshots: Handler<'listSnapshots'> = async (app, call) => {
  const page = openPage(app, call, isTextTuple(2))
  const rows = await listSnapshotRows(app.storage.read, page.asked)
  const { items, next_cursor } = page.close(rows, (row) => [row.created_at, row.snapshot_id])
  return ok({ items: items.map(snapshotView), next_cursor })
}

export const getSnapshot: Handler<'getSnapshot'> = async (app, call) => {
  const { snapshot } = await call.resolveResources(app.storage.read)
  return ok(snapshotView(snapshot))
}

export const readSnapshotTable: Handler<'readSnapshotTable'> = async (app, call) => {
  const { snapshot, recovered_table: table } = await call.resolveResources(app.storage.read)
  requireCaptured(snapshot)
  const offset = call.query.offset ?? 0
  const found = await app.storage.frozen.rows(snapshot.snapshot_id, table, {
    offset,
    limit: RECOVERY_LIMITS.pageRows,
  })
  const rows = clipPage(table, found)
  return ok({ table, offset, rows, next_offset: rows.length === 0 ? null : offset + rows.length })
}

/** Objects never change and never go, so a snapshot needs no copy of their bytes, only to know which it has. */
export const readSnapshotBlob: Handler<'readSnapshotBlob'> = async (app, call) => {
  const { snapshot, catalogued } = await call.resolveResources(app.storage.read)
  requireCaptured(snapshot)
  const { sha256 } = catalogued
  if (!(await app.storage.frozen.hasObject(snapshot.snapshot_id, sha256))) throw notFound()
  return {
    status: 200,
    body: await readBytesOnce(app, sha256),
    headers: {
      sha256,
      'read-once': 'true',
      'content-type': mediaTypeOf(catalogued),
    },
  }
}

export const releaseSnapshot: Handler<'releaseSnapshot'> = async (app, call) => {
  const reply = await command<Operations['releaseSnapshot'], { snapshot: SnapshotRow }, SnapshotView>(
    app,
    call,
    async (unit, { snapshot }) => {
      requireCaptured(snapshot)
      await markReleased(unit.tx, snapshot.snapshot_id)
      await audit(unit, { action: 'releaseSnapshot', target: snapshot.snapshot_id })
      return ok(snapshotView({ ...snapshot, state: 'released' }))
    },
  )
  await dropCopy(app.storage, reply.body.snapshot_id)
  return reply
}

/** Refused, failed, or another request with the same key was first: then nobody will read this copy. */
async function dropUnlessCaptured(app: App, id: string): Promise<void> {
  if ((await findSnapshot(app.storage.read, { id })) !== null) return
  await dropCopy(app.storage, id)
}
