import { RETRY_AFTER_SECONDS } from '@colophon/contract'
import { problem } from '../core/problem.ts'
import { cachedQuery } from '../storage/cached-query.ts'
import { preparedQuery } from '../storage/portable.ts'
import type { Db, Tx } from '../storage/storage.ts'

// Always one row, so that the answer "no lock" is remembered too.
const lock = preparedQuery<{ name: string }>()((db, p) =>
  db.selectNoFrom((eb) => eb.selectFrom('site').select('value').where('name', '=', p('name')).as('value')),
)
const cachedLock = cachedQuery(lock)

/** The persisted lock that a recovery holds. */
export const MAINTENANCE = 'maintenance'

export async function isInMaintenance(db: Db): Promise<boolean> {
  const row = await cachedLock(db, { name: MAINTENANCE })
  return row !== null && row.value !== null
}

export async function refuseDuringMaintenance(db: Db): Promise<void> {
  if (await isInMaintenance(db))
    throw problem('maintenance', 'A recovery is running. Retry when it has ended.', {
      retryAfter: RETRY_AFTER_SECONDS.maintenance,
    })
}

/** From the commit on, in every process and after a restart, until it is released. */
export async function takeMaintenance(tx: Tx, jobId: string): Promise<void> {
  await tx.insertInto('site').values({ name: MAINTENANCE, value: jobId }).execute()
}

export async function releaseMaintenance(tx: Tx): Promise<void> {
  await tx.deleteFrom('site').where('name', '=', MAINTENANCE).execute()
}
