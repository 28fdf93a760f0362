import type { Storage } from '../storage.ts'
import type { BlobStore } from './blob-store.ts'
import { databaseBlobs } from './database-blobs.ts'
import { s3Blobs } from './s3-blobs.ts'

/** Opens the blob store that `COLOPHON_BLOBS` names; a wrong setting is an error of one clear line. */
export function openBlobs(setting: string, storage: Storage, environment: NodeJS.ProcessEnv): BlobStore {
  if (setting === 'database') return databaseBlobs(storage)
  if (setting.startsWith('s3://')) return s3Blobs(setting, environment)
  throw new Error('COLOPHON_BLOBS must be `database` or s3://bucket/prefix?endpoint=...&region=...')
}
