import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { after, describe, test } from 'node:test'
import { S3mini } from 's3mini'
import { sha256Hex } from '../../src/core/hash.ts'
import type { BlobStore } from '../../src/storage/blobs/blob-store.ts'
import { databaseBlobs } from '../../src/storage/blobs/database-blobs.ts'
import { s3Blobs } from '../../src/storage/blobs/s3-blobs.ts'
import { openBlobs } from '../../src/storage/open-storage.ts'
import { type Cleanup, describeEngines, type TestEngine } from '../support/engines.ts'
import { isS3Optional, type S3Server, s3Setting, startS3Server } from '../support/s3-server.ts'

const bytes = new TextEncoder().encode('# An article\n')
const key = sha256Hex(bytes)

/** What every blob store keeps, whatever it is made of. */
function keepsBlobs(open: (t: Cleanup) => Promise<BlobStore>): void {
  test('what was put is there', async (t) => {
    const blobs = await open(t)
    await blobs.put(key, bytes)
    assert.equal(await blobs.has(key), true)
    assertBytes(await blobs.get(key), bytes)
  })

  test('an absent blob is null', async (t) => {
    const blobs = await open(t)
    assert.equal(await blobs.get(key), null)
    assert.equal(await blobs.has(key), false)
  })

  test('a put may be repeated', async (t) => {
    const blobs = await open(t)
    await blobs.put(key, bytes)
    await blobs.put(key, bytes)
    assertBytes(await blobs.get(key), bytes)
  })

  test('twenty puts of one blob at once leave one blob', async (t) => {
    const blobs = await open(t)
    await Promise.all(Array.from({ length: 20 }, () => blobs.put(key, bytes)))
    assertBytes(await blobs.get(key), bytes)
  })

  for (const size of [0, 5 * 1024 * 1024]) {
    test(`a blob of ${size} bytes comes back whole`, async (t) => {
      const blobs = await open(t)
      const large = randomBytes(size)
      await blobs.put(sha256Hex(large), large)
      assert.equal(await blobs.has(sha256Hex(large)), true)
      assertBytes(await blobs.get(sha256Hex(large)), large)
    })
  }

  test('bytes under another hash are refused', async (t) => {
    const blobs = await open(t)
    const other = sha256Hex('other')
    await assert.rejects(blobs.put(other, bytes), /another SHA-256/)
    assert.equal(await blobs.has(other), false)
  })

  test('it answers a ping', async (t) => {
    const blobs = await open(t)
    await blobs.ping()
    await blobs.close()
  })
}

/** A failure must not look like absence. */
async function assertFails(blobs: BlobStore): Promise<void> {
  await assert.rejects(async () => blobs.get(key))
  await assert.rejects(async () => blobs.has(key))
  await assert.rejects(async () => blobs.put(key, bytes))
  await assert.rejects(async () => blobs.ping())
}

function assertBytes(actual: Uint8Array | null, expected: Uint8Array): void {
  assert.ok(actual !== null && Buffer.compare(actual, expected) === 0, 'the bytes differ')
}

describeEngines((engine) => {
  keepsBlobs(async (t) => databaseBlobs(await engine.open(t)))
  keepsBlobsInTransactions(engine)
})

function keepsBlobsInTransactions(engine: TestEngine): void {
  test('a repair replaces damaged bytes, and refuses bytes under another hash', async (t) => {
    const storage = await engine.open(t)
    const blobs = databaseBlobs(storage)
    await blobs.put(key, bytes)
    await storage.write(async (tx) => {
      await tx
        .updateTable('blobs')
        .set({ bytes: Buffer.from('damaged') })
        .execute()
    })
    await blobs.repair(key, bytes)
    assertBytes(await blobs.get(key), bytes)
    await assert.rejects(blobs.repair(sha256Hex('other'), bytes), /another SHA-256/)
  })

  test('what was removed is absent, also when it is removed again, and may be put again', async (t) => {
    const storage = await engine.open(t)
    const { removeWithin, ...blobs } = databaseBlobs(storage)
    await blobs.put(key, bytes)
    for (const hashes of [[key], [key], []]) await storage.write(async (tx) => removeWithin?.(tx, hashes))
    assert.equal(await blobs.get(key), null)
    await blobs.put(key, bytes)
    assertBytes(await blobs.get(key), bytes)
  })

  test('a blob put within a transaction comes and goes with it', async (t) => {
    const storage = await engine.open(t)
    const { putWithin, get } = openBlobs('database', storage, {})
    assert.ok(putWithin)
    const failed = storage.write(async (tx) => {
      await putWithin(tx, key, bytes)
      throw new Error('changed my mind')
    })
    await assert.rejects(failed, /changed my mind/)
    assert.equal(await get(key), null)
    await storage.write((tx) => putWithin(tx, key, bytes))
    assertBytes(await get(key), bytes)
  })

  test('bytes under another hash are refused within a transaction too', async (t) => {
    const storage = await engine.open(t)
    const { putWithin } = databaseBlobs(storage)
    assert.ok(putWithin)
    await assert.rejects(
      storage.write((tx) => putWithin(tx, sha256Hex('other'), bytes)),
      /another SHA-256/,
    )
  })

  test('a closed database is a failure', async (t) => {
    const storage = await engine.open(t)
    const blobs = databaseBlobs(storage)
    await blobs.put(key, bytes)
    assert.equal(await blobs.has(key), true)
    await storage.close()
    await assertFails(blobs)
  })

  test('a setting that names no blob store is refused', async (t) => {
    const storage = await engine.open(t)
    assert.throws(
      () => openBlobs('file:./blobs', storage, {}),
      /^Error: COLOPHON_BLOBS must be `database` or/,
    )
  })
}

const server = await startS3Server()
if ('missing' in server) {
  test('s3', { skip: isS3Optional() && server.missing }, () => {
    throw new Error(server.missing)
  })
} else {
  after(() => server.stop())
  describe('s3', () => {
    keepsBlobs(async () => openPrefix(server))
    failsOnS3(server)
  })
}

function openPrefix(s3: S3Server): BlobStore {
  const { url, environment } = s3Setting(s3, randomUUID())
  return s3Blobs(url, environment)
}

function failsOnS3(s3: S3Server): void {
  test('without a prefix it keeps blobs at the top of the bucket', async () => {
    const { url, environment } = s3Setting(s3, '')
    const own = randomBytes(8)
    await s3Blobs(url, environment).put(sha256Hex(own), own)
    assertBytes(await s3Blobs(url, environment).get(sha256Hex(own)), own)
  })

  test('it has no part in a transaction', () => {
    assert.equal(openPrefix(s3).putWithin, null)
  })

  test('wrong bytes in the bucket are a failure', async () => {
    const prefix = randomUUID()
    const { url, environment } = s3Setting(s3, prefix)
    const { stop: _, bucket, ...account } = s3
    const bare = new S3mini({ ...account, endpoint: `${s3.endpoint}/${bucket}` })
    await bare.putObject(`${prefix}/${key.slice(0, 2)}/${key.slice(2)}`, 'damaged')
    await assert.rejects(s3Blobs(url, environment).get(key), /another SHA-256/)
  })

  test('wrong credentials are a failure', async () => {
    const { url, environment } = s3Setting(s3, 'any')
    await assertFails(s3Blobs(url, { ...environment, AWS_SECRET_ACCESS_KEY: 'wrong' }))
    await assertFails(s3Blobs(url, { ...environment, AWS_ACCESS_KEY_ID: 'nobody:here' }))
  })

  test('a bucket that is not there is a failure', async () => {
    const { url, environment } = s3Setting({ ...s3, bucket: 'absent' }, 'any')
    await assertFails(s3Blobs(url, environment))
  })

  test('a closed port is a failure', async () => {
    const { url, environment } = s3Setting({ ...s3, endpoint: 'http://127.0.0.1:1' }, 'any')
    await assertFails(s3Blobs(url, environment))
  })
}
