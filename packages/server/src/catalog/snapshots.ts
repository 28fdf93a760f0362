import { compiled } from '../storage/portable.ts'
import type { SnapshotRow } from '../storage/rows/site.ts'
import type { Db } from '../storage/storage.ts'

const find = compiled<{ id: string }>()((db, p) =>
  db.selectFrom('snapshots').selectAll().where('snapshot_id', '=', p('id')).where('state', '!=', 'making'),
)

/** A snapshot that is there, or was. */
export function findSnapshot(db: Db, { id }: { id: string }): Promise<SnapshotRow | null> {
  return find.first(db, { id })
}
