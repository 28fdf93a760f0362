import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import { type TestContext, test } from 'node:test'
import { inspect } from 'node:util'
import { sha256Hex } from '../../core/hash.ts'
import { s3Blobs } from './s3-blobs.ts'

// A server that fails on demand: what a real one does only on a bad day.

const bytes = Buffer.from('an article')
const key = sha256Hex(bytes)
const credentials = { AWS_ACCESS_KEY_ID: 'AKIDOFTESTS', AWS_SECRET_ACCESS_KEY: 'secretoftests' }

async function openAgainst(context: TestContext, answer: RequestListener, timeoutMs?: number) {
  const seen: string[] = []
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`)
    request.resume()
    answer(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  context.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  assert.ok(address !== null && typeof address === 'object')
  const setting = `s3://bucket/a/b?endpoint=http://127.0.0.1:${address.port}`
  return { blobs: s3Blobs(setting, credentials, timeoutMs), seen }
}

function refuse(response: ServerResponse, status: number, code: string, type = 'application/xml'): void {
  response.writeHead(status, { 'content-type': type })
  response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Key>AKIDOFTESTS</Key></Error>`)
}

test('a request is repeated while the server is out of order', async (context) => {
  let failures = 2
  const { blobs, seen } = await openAgainst(context, (_, response) => {
    if (failures-- > 0) refuse(response, 503, 'SlowDown')
    else response.end(bytes)
  })
  assert.deepEqual(await blobs.get(key), new Uint8Array(bytes))
  assert.deepEqual(seen, Array(3).fill(`GET /bucket/a/b/${key.slice(0, 2)}/${key.slice(2)}`))
})

test('a server that stays out of order is given up after three requests', async (context) => {
  const { blobs, seen } = await openAgainst(context, (_, response) => refuse(response, 500, 'InternalError'))
  await assert.rejects(blobs.put(key, bytes), /^Error: the S3 server answered 500 InternalError to put$/)
  assert.equal(seen.length, 3)
})

test('a broken connection is tried again', async (context) => {
  let failures = 1
  const { blobs } = await openAgainst(context, (request, response) => {
    if (failures-- > 0) request.socket.destroy()
    else response.end()
  })
  await blobs.put(key, bytes)
})

test('a server that does not answer in time is a failure', async (context) => {
  const { blobs, seen } = await openAgainst(context, () => {}, 50)
  await assert.rejects(blobs.has(key), /could not be reached for has/)
  assert.equal(seen.length, 3)
})

test('a body that stops half-way is a failure, not shorter bytes', async (context) => {
  const { blobs } = await openAgainst(context, (_, response) => {
    response.writeHead(200, { 'content-length': bytes.length })
    response.write(bytes.subarray(0, 3), () => response.destroy())
  })
  await assert.rejects(blobs.get(key), /could not be reached for get/)
})

for (const [status, code] of [
  [403, 'AccessDenied'],
  [404, 'NoSuchBucket'],
  [404, 'NotFound'],
  [301, 'PermanentRedirect'],
  [501, 'NotImplemented'],
] as const) {
  test(`${status} ${code} is a failure, is not asked twice and shows no credentials`, async (context) => {
    const { blobs, seen } = await openAgainst(context, (_, response) => refuse(response, status, code))
    const calls = [
      () => blobs.get(key),
      () => blobs.has(key),
      () => blobs.put(key, bytes),
      () => blobs.ping(),
    ]
    for (const call of calls) {
      const error = await call().then(
        () => assert.fail('it did not reject'),
        (reason: unknown) => inspect(reason, { depth: 9 }),
      )
      assert.match(error, new RegExp(`answered ${status} ${code} to`))
      assert.doesNotMatch(error, /AKIDOFTESTS|secretoftests/)
    }
    assert.equal(seen.length, 4)
  })
}

test('an absent key is understood with a charset in the content type', async (context) => {
  const { blobs } = await openAgainst(context, (_, response) =>
    refuse(response, 404, 'NoSuchKey', 'application/xml; charset=utf-8'),
  )
  assert.equal(await blobs.get(key), null)
  assert.equal(await blobs.has(key), false)
  await blobs.ping()
})

test('a name that is no hash is never asked for', async (context) => {
  const { blobs, seen } = await openAgainst(context, (_, response) => response.end())
  await assert.rejects(async () => blobs.get('../../other'))
  await assert.rejects(async () => blobs.has(key.toUpperCase()))
  assert.deepEqual(seen, [])
})
