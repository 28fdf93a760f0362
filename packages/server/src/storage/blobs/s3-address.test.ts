import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readS3Address } from './s3-address.ts'

const keys = { AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'hush' }

test('an S3 address gives bucket, prefix, endpoint and region', () => {
  const address = readS3Address('s3://blobs/site/one?endpoint=http://127.0.0.1:8080/&region=eu-1', keys)
  assert.deepEqual(address, {
    bucketUrl: 'http://127.0.0.1:8080/blobs',
    region: 'eu-1',
    prefix: 'site/one/',
    accessKeyId: 'key',
    secretAccessKey: 'hush',
  })
})

test('without an endpoint it is AWS, in the region of the environment', () => {
  const address = readS3Address('s3://blobs', { ...keys, AWS_REGION: 'eu-central-1' })
  assert.equal(address.bucketUrl, 'https://s3.eu-central-1.amazonaws.com/blobs')
  assert.equal(address.prefix, '')
})

const wrong: [string, string, NodeJS.ProcessEnv, RegExp][] = [
  ['no bucket', 's3:///prefix', keys, /no bucket name/],
  ['another scheme', 'https://blobs/prefix', keys, /must be written s3:/],
  ['credentials in it', 's3://key:hush@blobs', keys, /must hold no credentials/],
  ['an unknown parameter', 's3://blobs?secret=hush', keys, /unknown parameter/],
  ['a parameter twice', 's3://blobs?region=a&region=b', keys, /gives region twice/],
  ['a fragment', 's3://blobs/a#hush', keys, /has a #/],
  ['an escaped prefix', 's3://blobs/a%2fhush', keys, /the prefix/],
  ['an endpoint that is no URL', 's3://blobs?endpoint=hush', keys, /the endpoint/],
  ['an endpoint with credentials', 's3://blobs?endpoint=http://key:hush@host', keys, /the endpoint/],
  ['a file as endpoint', 's3://blobs?endpoint=file:///etc', keys, /the endpoint/],
  ['no access key', 's3://blobs', { AWS_SECRET_ACCESS_KEY: 'hush' }, /needs AWS_ACCESS_KEY_ID/],
  ['a line break in the secret', 's3://blobs', { ...keys, AWS_SECRET_ACCESS_KEY: 'hush\n' }, /needs AWS/],
  ['a session token', 's3://blobs', { ...keys, AWS_SESSION_TOKEN: 'hush' }, /AWS_SESSION_TOKEN/],
]

for (const [name, setting, environment, message] of wrong) {
  test(`an S3 address with ${name} is refused in one line that tells no secret`, () => {
    assert.throws(
      () => readS3Address(setting, environment),
      (error: Error) => {
        assert.match(error.message, message)
        assert.doesNotMatch(error.message, /hush|\n/)
        return true
      },
    )
  })
}
