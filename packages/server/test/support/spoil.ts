import { S3mini } from 's3mini'
import { readS3Address } from '../../src/storage/blobs/s3-address.ts'
import type { Site } from './site.ts'

const SPOILED = Buffer.from('spoiled')

/** Puts other bytes in the place of a blob, wherever the site keeps them. */
export async function spoil(site: Site, sha256: string): Promise<void> {
  const { blobs } = site.settings
  if (blobs === 'database') {
    await site.app.storage.write(async (tx) => {
      await tx.updateTable('blobs').set({ bytes: SPOILED }).where('sha256', '=', sha256).execute()
    })
    return
  }
  const { bucketUrl, prefix, ...credentials } = readS3Address(blobs, process.env)
  const key = `${prefix}${sha256.slice(0, 2)}/${sha256.slice(2)}`
  await new S3mini({ ...credentials, endpoint: bucketUrl }).putObject(key, SPOILED)
}
