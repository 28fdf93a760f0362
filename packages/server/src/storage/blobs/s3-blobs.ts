import { setTimeout as sleep } from 'node:timers/promises'
import { isHash } from '@colophon/contract'
import { S3mini, S3ServiceError } from 's3mini'
import { type BlobStore, requireBlobKey } from './blob-store.ts'
import { readS3Address } from './s3-address.ts'

const ATTEMPTS = 3
const FIRST_PAUSE_MS = 100
const REQUEST_TIMEOUT_MS = 10_000

/**
 * Bytes in a bucket of an S3-compatible server, under `prefix/ab/cdef...`. The credentials need to list the
 * bucket: without that right AWS answers 403 for an absent key, and absence is then a failure here.
 */
export function s3Blobs(
  setting: string,
  environment: NodeJS.ProcessEnv,
  requestTimeoutMs = REQUEST_TIMEOUT_MS,
): BlobStore {
  const { bucketUrl, prefix, ...credentials } = readS3Address(setting, environment)
  const s3 = new S3mini({ ...credentials, endpoint: bucketUrl, requestAbortTimeout: requestTimeoutMs })
  const put = async (sha256: string, bytes: Uint8Array) => {
    requireBlobKey(sha256, bytes)
    await attempt('put', async () => {
      const response = await s3.putObject(objectKey(prefix, sha256), bytes)
      await response.body?.cancel()
    })
  }
  return {
    put,
    // A put replaces what is there.
    repair: put,
    get: async (sha256) => {
      const key = objectKey(prefix, sha256)
      const bytes = await attempt('get', () => orAbsent(null, () => readObject(s3, key)))
      if (bytes) requireBlobKey(sha256, bytes)
      return bytes
    },
    has: (sha256) => {
      const key = objectKey(prefix, sha256)
      return attempt('has', () => orAbsent(false, () => touchObject(s3, key)))
    },
    putWithin: null,
    removeWithin: null,
    // That this key is absent can only be said by the right bucket to the right credentials.
    ping: async () => {
      await attempt('ping', () => orAbsent(false, () => touchObject(s3, `${prefix}ping`)))
    },
    close: async () => {},
  }
}

/** Two letters first, so that tools which show a bucket as folders stay usable. */
function objectKey(prefix: string, sha256: string): string {
  if (!isHash(sha256)) throw new Error('a blob is named by 64 lower-case hexadecimal digits')
  return `${prefix}${sha256.slice(0, 2)}/${sha256.slice(2)}`
}

async function readObject(s3: S3mini, key: string): Promise<Uint8Array> {
  const response = await s3.getObjectRaw(key)
  return new Uint8Array(await response.arrayBuffer())
}

/** Asks for one byte, not HEAD: only an answer with a body tells an absent key from an absent bucket. */
async function touchObject(s3: S3mini, key: string): Promise<boolean> {
  try {
    const response = await s3.getObjectRaw(key, false, 0, 1)
    await response.body?.cancel()
  } catch (error) {
    // An object of 0 bytes has no first byte.
    if (!(error instanceof S3ServiceError) || error.status !== 416) throw error
  }
  return true
}

async function orAbsent<T, A>(absent: A, read: () => Promise<T>): Promise<T | A> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof S3ServiceError && error.status === 404 && serviceCode(error) === 'NoSuchKey')
      return absent
    throw error
  }
}

/** Runs an idempotent request again when the failure may pass. */
async function attempt<T>(call: string, request: () => Promise<T>): Promise<T> {
  for (let count = 1; ; count++) {
    try {
      return await request()
    } catch (error) {
      if (count === ATTEMPTS || !mayPass(error)) throw describe(call, error)
      await sleep(FIRST_PAUSE_MS * 4 ** (count - 1) * (0.5 + Math.random()))
    }
  }
}

function mayPass(error: unknown): boolean {
  if (!(error instanceof S3ServiceError)) return true
  return (error.status >= 500 && error.status !== 501) || error.status === 429
}

/**
 * A refusal is described by status and code alone and is no `cause`: s3mini keeps the server's whole answer
 * in its error, and that answer repeats the access key.
 */
function describe(call: string, error: unknown): Error {
  if (error instanceof S3ServiceError) {
    return new Error(`the S3 server answered ${error.status} ${serviceCode(error)} to ${call}`)
  }
  return new Error(`the S3 server could not be reached for ${call}`, { cause: error })
}

/** s3mini reads the code only when the type is `application/xml` to the letter; some servers add a charset. */
function serviceCode(error: S3ServiceError): string {
  return /<Code>(\w+)<\/Code>/.exec(error.body ?? '')?.[1] ?? error.serviceCode ?? 'Unknown'
}
