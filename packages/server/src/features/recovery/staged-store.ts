import { isRunning } from '@colophon/contract'
import { sql } from 'kysely'
import type { App } from '../../app.ts'
import type { Db, Tx } from '../../storage/storage.ts'
import { findNewestJob } from './store.ts'

/**
 * Before the bytes are stored, so that no kill leaves any that nothing tells of. A store outside of the database keeps
 * everything.
 */
export async function noteStaged({ storage, blobs, ambient }: App, hashes: readonly string[]): Promise<void> {
  if (blobs.removeWithin === null || hashes.length === 0) return
  const now = ambient.now()
  await storage.write(async (tx) => {
    await tx
      .insertInto('staged_blobs')
      .values(hashes.map((sha256) => ({ sha256, staged_at: now })))
      .onConflict((conflict) => conflict.column('sha256').doUpdateSet({ staged_at: now }))
      .execute()
  })
}

/** What was staged is for a recovery that is to come, or runs, until this time; null while one runs. */
export async function stagedUntil(db: Db, givenUpBefore: string): Promise<string | null> {
  const job = await findNewestJob(db)
  if (job === null) return givenUpBefore
  if (isRunning(job.state)) return null
  return job.completed_at !== null && job.completed_at > givenUpBefore ? job.completed_at : givenUpBefore
}

export interface LeftBlob {
  readonly sha256: string
  /** The catalogue of objects has it: it is no longer something staged alone. */
  readonly isNamed: boolean
}

/** Some of what was staged before a time. */
export async function listLeft(
  db: Db,
  { before, limit }: { before: string; limit: number },
): Promise<LeftBlob[]> {
  const { rows } = await sql<{ sha256: string; named: string | null }>`
    select staged_blobs.sha256, objects.sha256 as named
    from staged_blobs left join objects on objects.sha256 = staged_blobs.sha256
    where staged_at < ${before} order by staged_at limit ${limit}`.execute(db)
  return rows.map(({ sha256, named }) => ({ sha256, isNamed: named !== null }))
}

export async function forgetStaged(tx: Tx, hashes: readonly string[]): Promise<void> {
  if (hashes.length === 0) return
  await tx.deleteFrom('staged_blobs').where('sha256', 'in', hashes).execute()
}
