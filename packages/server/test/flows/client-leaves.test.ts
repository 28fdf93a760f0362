import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openAnySite } from '../support/site.ts'

test('a client that leaves while it sends is a line at debug and no fault of the server', async (t) => {
  const lines: string[] = []
  const site = await openAnySite(t, { write: (line) => void lines.push(line) })
  for (const path of ['/api/v1/topics', '/mcp']) {
    const socket = connect(site.settings.port, '127.0.0.1')
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${site.admin}\r\nIdempotency-Key: gone\r\n` +
        'Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"id": ',
    )
    await sleep(50)
    socket.resetAndDestroy()
    await once(socket, 'close')
  }
  const isSeen = () => lines.filter((line) => JSON.parse(line).message === 'client left').length === 2
  for (let waited = 0; waited < 100 && !isSeen(); waited += 1) await sleep(20)
  const notable = lines.map((line) => JSON.parse(line)).filter(({ level }) => level !== 'debug')
  assert.deepEqual(notable, [])
  assert.ok(isSeen())
  const metrics = (await site.get('/metrics')).text
  assert.doesNotMatch(metrics, /status="5xx"/)
})
