import { preparedQuery } from '../portable.ts'
import type { Storage } from '../storage.ts'
import { type BlobStore, requireBlobKey } from './blob-store.ts'

/** Bytes in the table `blobs`, beside the rows that name them: one database is the whole site. */
export function databaseBlobs(storage: Storage): BlobStore {
  return {
    put: async (sha256, bytes) => {
      requireBlobKey(sha256, bytes)
      await storage.write((tx) => insertBlob.run(tx, { sha256, bytes }))
    },
    repair: async (sha256, bytes) => {
      requireBlobKey(sha256, bytes)
      await storage.write((tx) => replaceBlob.run(tx, { sha256, bytes }))
    },
    get: async (sha256) => (await selectBytes.first(storage.read, { sha256 }))?.bytes ?? null,
    has: async (sha256) => (await selectKey.first(storage.read, { sha256 })) !== null,
    putWithin: async (tx, sha256, bytes) => {
      requireBlobKey(sha256, bytes)
      await insertBlob.send(tx, { sha256, bytes })
    },
    ping: () => storage.ping(),
    // The database belongs to whoever opened it.
    close: async () => {},
  }
}

const insertBlob = preparedQuery<{ sha256: string; bytes: Uint8Array }>()((db, p) =>
  db
    .insertInto('blobs')
    .values({ sha256: p('sha256'), bytes: p('bytes') })
    .onConflict((conflict) => conflict.column('sha256').doNothing()),
)

const replaceBlob = preparedQuery<{ sha256: string; bytes: Uint8Array }>()((db, p) =>
  db
    .insertInto('blobs')
    .values({ sha256: p('sha256'), bytes: p('bytes') })
    .onConflict((conflict) => conflict.column('sha256').doUpdateSet({ bytes: p('bytes') })),
)

const selectBytes = preparedQuery<{ sha256: string }>()((db, p) =>
  db.selectFrom('blobs').select('bytes').where('sha256', '=', p('sha256')),
)

const selectKey = preparedQuery<{ sha256: string }>()((db, p) =>
  db.selectFrom('blobs').select('sha256').where('sha256', '=', p('sha256')),
)
