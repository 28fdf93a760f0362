import type { App } from '../../app.ts'
import { forgetStaged, type LeftBlob, listLeft, stagedUntil } from './staged-store.ts'

/** What was staged so long ago, and no recovery came for. */
const GIVEN_UP_MILLISECONDS = 24 * 3_600_000
/** Removed in one transaction. */
const AT_ONCE = 50

/**
 * Removes what was staged for a recovery and is named by nothing: after the recovery, or when none came for long. Whoever
 * stages it meanwhile finds it missing in the step that needs it, and stages it again.
 */
export async function sweepStaged(app: App): Promise<void> {
  const givenUpBefore = new Date(Date.parse(app.ambient.now()) - GIVEN_UP_MILLISECONDS).toISOString()
  for (let isMore = true; isMore; ) isMore = await removeSome(app, givenUpBefore)
}

/** Answers whether there may be more. */
async function removeSome(app: App, givenUpBefore: string): Promise<boolean> {
  const { storage, blobs } = app
  const before = await stagedUntil(storage.read, givenUpBefore)
  if (before === null) return false
  const left = await listLeft(storage.read, { before, limit: AT_ONCE })
  if (left.length === 0) return false
  // Elsewhere than in the database: nothing slow waits in the transaction, and a kill here leaves the rows.
  if (blobs.removeWithin === null) for (const sha256 of unnamed(left)) await blobs.remove(sha256)
  const removed = await storage.write(async (tx) => {
    const still = await stagedUntil(tx, givenUpBefore)
    if (still === null) return []
    const among = left.map(({ sha256 }) => sha256)
    const gone = await listLeft(tx, { before: still, limit: AT_ONCE, among })
    await blobs.removeWithin?.(tx, unnamed(gone))
    await forgetStaged(
      tx,
      gone.map(({ sha256 }) => sha256),
    )
    return gone
  })
  for (const { sha256, isNamed } of removed) if (!isNamed) app.bytes.delete(sha256)
  return left.length === AT_ONCE && removed.length > 0
}

function unnamed(left: readonly LeftBlob[]): string[] {
  return left.flatMap(({ sha256, isNamed }) => (isNamed ? [] : [sha256]))
}
