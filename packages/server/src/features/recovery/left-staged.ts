import type { App } from '../../app.ts'
import type { Db } from '../../storage/storage.ts'
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
  if ((await findLeft(app.storage.read, givenUpBefore)).length === 0) return
  while ((await removeSome(app, givenUpBefore)) === AT_ONCE);
}

async function findLeft(db: Db, givenUpBefore: string): Promise<LeftBlob[]> {
  const before = await stagedUntil(db, givenUpBefore)
  return before === null ? [] : listLeft(db, { before, limit: AT_ONCE })
}

/** Answers how many rows there were. Only in a transaction is it certain that meanwhile no recovery begins and nothing names them. */
async function removeSome({ storage, blobs, bytes }: App, givenUpBefore: string): Promise<number> {
  const left = await storage.write(async (tx) => {
    const found = await findLeft(tx, givenUpBefore)
    await blobs.removeWithin?.(tx, unnamedOf(found))
    await forgetStaged(
      tx,
      found.map(({ sha256 }) => sha256),
    )
    return found
  })
  for (const sha256 of unnamedOf(left)) bytes.delete(sha256)
  return left.length
}

function unnamedOf(left: readonly LeftBlob[]): string[] {
  return left.flatMap(({ sha256, isNamed }) => (isNamed ? [] : [sha256]))
}
