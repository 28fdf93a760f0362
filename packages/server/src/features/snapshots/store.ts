import { pageOf, type RowPageParams } from '../../catalog/pages.ts'
import type { SnapshotRow } from '../../storage/rows/site.ts'
import type { Db, Storage, Tx } from '../../storage/storage.ts'

/** Before the first byte of its copy: what is left of a capture that was killed can be found by it. */
export async function beginSnapshot(tx: Tx, made: { id: string; now: string }): Promise<void> {
  const row: SnapshotRow = {
    snapshot_id: made.id,
    created_at: made.now,
    state: 'making',
    manifest: null,
    has_copy: 1,
  }
  await tx.insertInto('snapshots').values(row).execute()
}

export async function completeSnapshot(tx: Tx, id: string, manifest: string): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('snapshots')
    .set({ state: 'captured', manifest })
    .where('snapshot_id', '=', id)
    .where('state', '=', 'making')
    .executeTakeFirstOrThrow()
  if (numUpdatedRows !== 1n) throw new Error('The capture took so long that it was cleared away')
}

export async function markReleased(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('snapshots').set({ state: 'released' }).where('snapshot_id', '=', id).execute()
}

export async function countCaptured(db: Db): Promise<number> {
  const row = await db
    .selectFrom('snapshots')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('state', '=', 'captured')
    .executeTakeFirstOrThrow()
  return row.count
}

/** Newest first. */
export async function listSnapshotRows(db: Db, asked: RowPageParams<string[]>): Promise<SnapshotRow[]> {
  const query = db.selectFrom('snapshots').selectAll().where('state', '!=', 'making')
  return pageOf(query, { by: ['created_at', 'snapshot_id'], from: 'newest' }, asked).execute()
}

/** Frees the copy of a snapshot that was released, or whose capture came to nothing. */
export async function dropCopy(storage: Storage, id: string): Promise<void> {
  await storage.frozen.drop(id)
  await storage.write(async (tx) => {
    await tx.deleteFrom('snapshots').where('snapshot_id', '=', id).where('state', '=', 'making').execute()
    await tx.updateTable('snapshots').set({ has_copy: 0 }).where('snapshot_id', '=', id).execute()
  })
}

/** Copies that may be left behind: of releases, and of captures begun before that time. */
export async function listUnfinished(db: Db, before: string) {
  return db
    .selectFrom('snapshots')
    .select(['snapshot_id', 'state'])
    .where('has_copy', '=', 1)
    .where((eb) =>
      eb.or([
        eb('state', '=', 'released'),
        eb.and([eb('state', '=', 'making'), eb('created_at', '<', before)]),
      ]),
    )
    .execute()
}

/** Every snapshot that has, or will have, a copy. */
export async function listCopies(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('snapshots').select('snapshot_id').where('has_copy', '=', 1).execute()
  return rows.map((row) => row.snapshot_id)
}
