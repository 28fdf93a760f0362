import { preparedQuery } from '../portable.ts'
import type { Storage } from '../storage.ts'
import { BlobAltered, type BlobStore, requireBlobKey } from './blob-store.ts'
import { type PackedBytes, packBytes, unpackBytes } from './packed-bytes.ts'

/** Bytes in the table `blobs`, beside the rows that name them: one database is the whole site. */
export function databaseBlobs(storage: Storage): BlobStore {
  return {
    put: async (sha256, bytes) => {
      requireBlobKey(sha256, bytes)
      await storage.write((tx) => insertBlob.run(tx, { sha256, ...packBytes(bytes) }))
    },
    repair: async (sha256, bytes) => {
      requireBlobKey(sha256, bytes)
      await storage.write((tx) => replaceBlob.run(tx, { sha256, ...packBytes(bytes) }))
    },
    async get(sha256) {
      const row = await selectBytes.first(storage.read, { sha256 })
      const bytes = row && unpackBytes(row)
      if (row !== null && bytes === null) throw new BlobAltered(`the row of blob ${sha256} is damaged`)
      return bytes
    },
    has: async (sha256) => (await selectKey.first(storage.read, { sha256 })) !== null,
    putWithin: async (tx, sha256, bytes) => {
      requireBlobKey(sha256, bytes)
      await insertBlob.send(tx, { sha256, ...packBytes(bytes) })
    },
    removeWithin: async (tx, hashes) => {
      if (hashes.length > 0) await tx.deleteFrom('blobs').where('sha256', 'in', hashes).execute()
    },
    ping: () => storage.ping(),
    // The database belongs to whoever opened it.
    close: async () => {},
  }
}

const insertBlob = preparedQuery<{ sha256: string } & PackedBytes>()((db, p) =>
  db
    .insertInto('blobs')
    .values({ sha256: p('sha256'), bytes: p('bytes'), packed: p('packed') })
    .onConflict((conflict) => conflict.column('sha256').doNothing()),
)

const replaceBlob = preparedQuery<{ sha256: string } & PackedBytes>()((db, p) =>
  db
    .insertInto('blobs')
    .values({ sha256: p('sha256'), bytes: p('bytes'), packed: p('packed') })
    .onConflict((conflict) =>
      conflict.column('sha256').doUpdateSet({ bytes: p('bytes'), packed: p('packed') }),
    ),
)

const selectBytes = preparedQuery<{ sha256: string }>()((db, p) =>
  db.selectFrom('blobs').select(['bytes', 'packed']).where('sha256', '=', p('sha256')),
)

const selectKey = preparedQuery<{ sha256: string }>()((db, p) =>
  db.selectFrom('blobs').select('sha256').where('sha256', '=', p('sha256')),
)
