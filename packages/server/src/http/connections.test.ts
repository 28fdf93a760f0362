import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
import { createConnections } from './connections.ts'

async function open(t: TestContext, most?: number) {
  const answering = { now: 0, atOnce: 0 }
  const connections = createConnections((message, response) => {
    answering.now += 1
    answering.atOnce = Math.max(answering.atOnce, answering.now)
    response.once('close', () => {
      answering.now -= 1
    })
    setImmediate(() => response.end(`${message.url}\n`))
  }, most)
  const server = createServer({ ...connections.classes, requireHostHeader: false }, connections.take)
  connections.watch(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  return { answering, dial: () => connect(port, '127.0.0.1') }
}

test('requests that a client sends ahead are answered in order, one at a time', async (t) => {
  const { answering, dial } = await open(t)
  const socket = dial()
  const asked = Array.from({ length: 1000 }, (_, place) => `/${place}`)
  socket.write(asked.map((path) => `GET ${path} HTTP/1.1\r\n\r\n`).join(''))
  socket.write('GET /last HTTP/1.1\r\nConnection: close\r\n\r\n')
  const paths = (await text(socket)).match(/^\/\w+$/gm)
  assert.deepEqual(paths, [...asked, '/last'])
  assert.equal(answering.atOnce, 1)
})

test('the connection that was idle longest makes room for a new one', async (t) => {
  const { dial } = await open(t, 3)
  const idle = [dial(), dial(), dial()]
  for (const socket of idle) {
    socket.write('GET /first HTTP/1.1\r\n\r\n')
    await once(socket, 'data')
  }
  idle[0]?.write('GET /second HTTP/1.1\r\n\r\n')
  await once(idle[0] ?? dial(), 'data')
  const closed = once(idle[1] ?? dial(), 'close')
  const probe = dial()
  probe.write('GET /probe HTTP/1.1\r\nConnection: close\r\n\r\n')
  assert.match(await text(probe), /\/probe/)
  await closed
  assert.deepEqual(
    idle.map(({ closed }) => closed),
    [false, true, false],
  )
})
