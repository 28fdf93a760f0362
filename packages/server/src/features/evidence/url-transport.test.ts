import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createSocketServer, type Socket } from 'node:net'
import { pipeline, Readable } from 'node:stream'
import { type TestContext, test } from 'node:test'
import { LocatorRefused } from './locator.ts'
import { type Transport, transport } from './url-transport.ts'

const LIMITS = { milliseconds: 400, bytes: 10_000, redirects: 3 }
const ANY: Transport = { reach: 'any', limits: { ...LIMITS, milliseconds: 5000 } }

async function serve(t: TestContext, answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Says bytes that no HTTP server would say. */
async function say(t: TestContext, speak: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>()
  const server = createSocketServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('data', () => speak(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('a page is hashed as it was sent', async (t) => {
  const headers: unknown[] = []
  const url = await serve(t, (request, response) => {
    headers.push(request.headers)
    response.setHeader('content-type', 'text/plain; charset=utf-8')
    response.setHeader('set-cookie', 'a=b')
    response.end('hello')
  })
  const found = await transport(`${url}/page?x=1#part`, ANY)
  assert.deepEqual(found, {
    status: 200,
    final_url: `${url}/page?x=1`,
    content_type: 'text/plain; charset=utf-8',
    content_sha256: createHash('sha256').update('hello').digest('hex'),
    size: 5,
    failure: null,
  })
  const [sent] = headers as Record<string, string>[]
  assert.deepEqual(Object.keys(sent ?? {}).sort(), [
    'accept',
    'accept-encoding',
    'connection',
    'host',
    'user-agent',
  ])
})

test('three redirects are followed without cookies, a fourth is not', async (t) => {
  const cookies: unknown[] = []
  const url = await serve(t, (request, response) => {
    cookies.push(request.headers.cookie)
    const left = Number(request.url?.slice(1))
    if (left === 0) response.end('there')
    else response.writeHead(302, { location: `/${left - 1}`, 'set-cookie': 'a=b' }).end()
  })
  const third = await transport(`${url}/3`, ANY)
  assert.equal(third.final_url, `${url}/0`)
  assert.equal(third.size, 5)
  assert.deepEqual(cookies, [undefined, undefined, undefined, undefined])
  assert.equal((await transport(`${url}/4`, ANY)).failure, 'too_many_redirects')
  assert.equal(cookies.length, 8)
})

test('a redirect to what is not allowed is refused as the locator itself would be', async (t) => {
  const url = await serve(t, (request, response) => {
    response.writeHead(301, { location: decodeURIComponent(request.url?.slice(1) ?? '') }).end()
  })
  for (const target of ['ftp://example.org/', 'file:///etc/passwd', 'http://u:p@127.0.0.1/', 'http://127.1/'])
    await assert.rejects(transport(`${url}/${encodeURIComponent(target)}`, ANY), LocatorRefused, target)
})

test('every address of a host is checked, and none is connected to if one is not public', async (t) => {
  let requests = 0
  const url = await serve(t, (_request, response) => {
    requests += 1
    response.end()
  })
  const { port } = new URL(url)
  for (const addresses of [
    ['127.0.0.1'],
    ['8.8.8.8', '127.0.0.1'],
    ['::1'],
    ['::ffff:127.0.0.1'],
    ['10.0.0.1'],
  ])
    await assert.rejects(
      transport('http://innocent.example/', {
        reach: 'public',
        resolve: async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      }),
      LocatorRefused,
    )
  for (const host of ['127.0.0.1', '[::1]', '169.254.169.254', '[::ffff:7f00:1]', 'localhost'])
    await assert.rejects(transport(`http://${host}/`, { reach: 'public' }), LocatorRefused, host)
  await assert.rejects(transport(`http://127.0.0.1:${port}/`, { reach: 'public' }), LocatorRefused)
  assert.equal(requests, 0)
})

test('a name that changes its address after the check is not looked up again', async (t) => {
  const url = await serve(t, (request, response) => response.end(request.headers.host))
  const answers = ['127.0.0.1', '192.0.2.1']
  let asked = 0
  const resolve = async () => [{ address: answers[asked++] ?? '192.0.2.1', family: 4 }]
  const { port } = new URL(url)
  const found = await transport(`http://rebinding.example:${port}/`, { ...ANY, resolve })
  assert.equal(found.status, 200)
  assert.equal(found.size, `rebinding.example:${port}`.length)
  assert.equal(asked, 1)
})

test('each redirect is looked up and checked anew', async (t) => {
  const url = await serve(t, (request, response) => {
    if (request.url === '/')
      response.writeHead(307, { location: `http://second.example:${port}/there` }).end()
    else response.end('there')
  })
  const { port } = new URL(url)
  const asked: string[] = []
  const resolve = async (host: string) => {
    asked.push(host)
    return [{ address: '127.0.0.1', family: 4 }]
  }
  const found = await transport(`http://first.example:${port}/`, { ...ANY, resolve })
  assert.equal(found.final_url, `http://second.example:${port}/there`)
  assert.deepEqual(asked, ['first.example', 'second.example'])
})

function* endless() {
  for (;;) yield 'x'.repeat(1000)
}

test('too large is a failure, announced or not', async (t) => {
  const url = await serve(t, (request, response) => {
    if (request.url === '/announced')
      response.writeHead(200, { 'content-length': 50_000 }).end('x'.repeat(50_000))
    else {
      pipeline(Readable.from(endless()), response, () => undefined)
    }
  })
  for (const path of ['/announced', '/endless']) {
    const found = await transport(url + path, ANY)
    assert.deepEqual(
      [found.failure, found.status, found.content_sha256, found.size],
      ['too_large', 200, null, null],
    )
  }
})

test('whatever is slow ends with the time: look-up, connection, headers, body', async (t) => {
  const silent = await serve(t, () => undefined)
  const dripping = await serve(t, (_request, response) => {
    const drip = setInterval(() => response.write('x'), 50)
    response.on('close', () => clearInterval(drip))
  })
  const headers = await say(t, (socket) => {
    socket.write('HTTP/1.1 200 OK\r\n')
    const drip = setInterval(() => socket.write('x-a: b\r\n'), 50)
    socket.on('close', () => clearInterval(drip))
  })
  const quick: Transport = { reach: 'any', limits: LIMITS }
  // None of these ever ends by itself.
  for (const url of [silent, dripping, headers])
    assert.equal((await transport(url, quick)).failure, 'timed_out', url)
  const never = await transport('http://slow.example/', {
    ...quick,
    resolve: () => new Promise(() => undefined),
  })
  assert.equal(never.failure, 'timed_out')
})

test('answers that are no HTTP, or break off, are failures', async (t) => {
  const garbage = await say(t, (socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n'))
  const hugeHeader = await say(t, (socket) =>
    socket.write(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(100_000)}\r\n\r\n`),
  )
  const broken = await say(t, (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nshort'))
  const closing = await say(t, (socket) => socket.destroy())
  const upgrade = await say(t, (socket) =>
    socket.end('HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n'),
  )
  assert.equal((await transport(garbage, ANY)).failure, 'bad_response')
  assert.equal((await transport(hugeHeader, ANY)).failure, 'bad_response')
  const cut = await transport(broken, ANY)
  assert.deepEqual([cut.failure, cut.content_sha256], ['connection_failed', null])
  assert.equal((await transport(closing, ANY)).failure, 'connection_failed')
  assert.notEqual((await transport(upgrade, ANY)).failure, null)
  assert.equal((await transport('http://127.0.0.1:1/', ANY)).failure, 'connection_failed')
  const unknown: Transport['resolve'] = () => Promise.reject(new Error('ENOTFOUND'))
  assert.equal((await transport('http://no.example/', { ...ANY, resolve: unknown })).failure, 'dns_failed')
  const secure = (await serve(t, (_request, response) => response.end())).replace('http:', 'https:')
  assert.equal((await transport(secure, ANY)).failure, 'tls_failed')
})

test('an answer that is no success is told as it is', async (t) => {
  const url = await serve(t, (request, response) =>
    response.writeHead(Number(request.url?.slice(1))).end('no'),
  )
  for (const status of [404, 500, 304, 204, 302]) {
    const found = await transport(`${url}/${status}`, ANY)
    assert.deepEqual([found.status, found.failure], [status, null])
  }
})
