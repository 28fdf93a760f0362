import { randomBytes } from 'node:crypto'
import { accessSync, constants } from 'node:fs'
import { S3mini } from 's3mini'
import { isEverythingRequired } from './everything.ts'
import { startSwift } from './swift.ts'

/** Where a running S3 server is, and its one bucket. */
export interface S3Address {
  readonly endpoint: string
  readonly region: string
  readonly bucket: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

export interface S3Server extends S3Address {
  stop(): Promise<void>
}

const PROGRAMS = ['proxy', 'account', 'container', 'object'].map((name) => `/usr/bin/swift-${name}-server`)
const ADVICE =
  'apt-get install --no-install-recommends swift-proxy swift-account swift-container swift-object'

/**
 * Starts Debian's OpenStack Swift with its S3 API, or takes the server of `COLOPHON_TEST_S3` (JSON: endpoint,
 * region, bucket, accessKeyId, secretAccessKey; or `off`). Where there is none it answers why in one line.
 */
export async function startS3Server(): Promise<S3Server | { readonly missing: string }> {
  if (isSwitchedOff()) return { missing: 'S3 is switched off (COLOPHON_TEST_S3=off)' }
  const shared = sharedS3Server()
  if (shared !== null) return { ...shared, stop: async () => {} }
  if (!PROGRAMS.every(isExecutable))
    return { missing: `OpenStack Swift (for S3) is not installed here: ${ADVICE}` }
  const account = {
    region: 'us-east-1',
    bucket: 'blobs',
    accessKeyId: 'test:tester',
    secretAccessKey: randomBytes(16).toString('hex'),
  }
  const swift = await startSwift(account.secretAccessKey)
  if ('missing' in swift) return swift
  await createBucket({ ...account, endpoint: swift.endpoint }, account.bucket)
  return { ...account, ...swift }
}

/** The server that whoever runs the tests has started for all of them. */
export function sharedS3Server(): S3Address | null {
  const shared = process.env.COLOPHON_TEST_S3
  return shared && !isSwitchedOff() ? readShared(shared) : null
}

function isSwitchedOff(): boolean {
  return process.env.COLOPHON_TEST_S3 === 'off'
}

/** May S3 tests be skipped where there is no server? */
export function isS3Optional(): boolean {
  return isSwitchedOff() || !isEverythingRequired()
}

/** What `COLOPHON_TEST_S3` holds for a running server. */
export function shareS3Server({ stop: _, ...address }: S3Server): string {
  return JSON.stringify(address)
}

/** The setting and the variables with which a blob store reaches the server; a prefix keeps tests apart. */
export function s3Setting(server: S3Address, prefix: string) {
  const query = new URLSearchParams({ endpoint: server.endpoint, region: server.region })
  return {
    url: `s3://${server.bucket}/${prefix}?${query}`,
    environment: { AWS_ACCESS_KEY_ID: server.accessKeyId, AWS_SECRET_ACCESS_KEY: server.secretAccessKey },
  }
}

async function createBucket(server: Omit<S3Address, 'bucket'>, bucket: string): Promise<void> {
  const { endpoint, ...credentials } = server
  const s3 = new S3mini({ ...credentials, endpoint: `${endpoint}/${bucket}` })
  if (!(await s3.createBucket())) throw new Error('the S3 server for tests did not make its bucket')
}

function readShared(text: string): S3Address {
  const value: unknown = JSON.parse(text)
  const read = (name: string): string => {
    const field: unknown = value !== null && typeof value === 'object' ? Reflect.get(value, name) : undefined
    if (typeof field !== 'string') throw new Error(`COLOPHON_TEST_S3 lacks ${name}`)
    return field
  }
  return {
    endpoint: read('endpoint'),
    region: read('region'),
    bucket: read('bucket'),
    accessKeyId: read('accessKeyId'),
    secretAccessKey: read('secretAccessKey'),
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
