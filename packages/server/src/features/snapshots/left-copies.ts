import type { App } from '../../app.ts'
import { dropCopy, listCopies, listUnfinished } from './store.ts'

/** A capture has begun within this time of its row, and committed its end within it. */
const GRACE_MILLISECONDS = 15_000

/** Drops the copies that nobody will read: of snapshots that were released, and of captures that were killed. */
export async function removeLeftCopies(app: App): Promise<void> {
  const { storage } = app
  const before = new Date(Date.parse(app.ambient.now()) - GRACE_MILLISECONDS).toISOString()
  for (const { snapshot_id: id, state } of await listUnfinished(storage.read, before))
    if (IS_OVER[state] || !(await storage.frozen.isMaking(id))) await dropCopy(storage, id)
}

/** Removes the copies, and what SQLite wrote beside them, that belong to no snapshot. */
export async function sweepCopies({ storage }: App): Promise<void> {
  await storage.frozen.sweep(async () => new Set(await listCopies(storage.read)))
}

const IS_OVER = { making: false, captured: false, released: true } as const
