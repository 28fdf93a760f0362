import { requireBlobKey } from './blob-key.ts'
import type { BlobStore } from './blob-store.ts'
import type { Storage, Tx } from './storage.ts'

/** Bytes in the table `blobs`, beside the rows that name them: one database is the whole site. */
export function databaseBlobs(storage: Storage): BlobStore {
  return {
    put: (sha256, bytes) => storage.write((tx) => insertBlob(tx, sha256, bytes)),
    get: async (sha256) => {
      const row = await storage.read
        .selectFrom('blobs')
        .select('bytes')
        .where('sha256', '=', sha256)
        .executeTakeFirst()
      return row?.bytes ?? null
    },
    has: async (sha256) => {
      const row = await storage.read
        .selectFrom('blobs')
        .select('sha256')
        .where('sha256', '=', sha256)
        .executeTakeFirst()
      return row !== undefined
    },
    putWithin: insertBlob,
    ping: () => storage.ping(),
    // The database belongs to whoever opened it.
    close: async () => {},
  }
}

async function insertBlob(tx: Tx, sha256: string, bytes: Uint8Array): Promise<void> {
  requireBlobKey(sha256, bytes)
  await tx
    .insertInto('blobs')
    .values({ sha256, bytes })
    .onConflict((conflict) => conflict.column('sha256').doNothing())
    .execute()
}
