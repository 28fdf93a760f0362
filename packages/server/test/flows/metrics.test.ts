import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMetricsServer } from '../../src/http/metrics-server.ts'
import { sendRaw } from '../support/exchange.ts'
import { freePort } from '../support/free-port.ts'
import { describeSites } from '../support/site.ts'

describeSites((sites) => {
  test('metrics count requests by operation and class of status, and name no topic', async (t) => {
    const site = await sites.open(t)
    await site.topic('secret-plans', 'invited')
    await site.get('/api/v1/topics')
    await site.get('/api/v1/topics')
    await site.get('/api/v1/topics/secret-plans')
    const answer = await site.get('/metrics')
    assert.equal(answer.status, 200)
    assert.equal(answer.header('content-type'), 'text/plain; version=0.0.4; charset=utf-8')
    const count = (operation: string, status: string) =>
      `colophon_request_duration_seconds_count{worker="0",operation="${operation}",status="${status}"}`
    assert.ok(answer.text.includes(`${count('listTopics', '2xx')} 2`))
    assert.ok(answer.text.includes(`${count('getTopic', '4xx')} 1`))
    assert.ok(answer.text.includes(`${count('createTopic', '2xx')} 1`))
    for (const name of ['nodejs_eventloop_lag_p99_seconds', 'process_resident_memory_bytes'])
      assert.match(answer.text, new RegExp(`^${name}{`, 'm'))
    assert.ok(!answer.text.includes('secret-plans'))
  })

  test('metrics are not there for clients that come through a proxy', async (t) => {
    const site = await sites.open(t)
    for (const header of ['x-forwarded-for', 'x-forwarded-proto', 'forwarded', 'x-real-ip', 'via']) {
      const answer = await site.get('/metrics', { headers: { [header]: '203.0.113.9' } })
      answer.refused('not_found')
    }
  })

  test('metrics are not there behind a proxy that says nothing of itself', async (t) => {
    const site = await sites.open(t)
    const { port } = site.settings
    assert.equal((await site.get('/metrics', { headers: { host: `localhost:${port}` } })).status, 200)
    for (const host of ['localhost', `127.0.0.1:${port + 1}`, `192.0.2.7:${port}`])
      (await site.get('/metrics', { headers: { host } })).refused('not_found')
    const proxied = await sites.open(t, { baseUrl: 'https://press.example' })
    for (const host of ['press.example', `127.0.0.1:${proxied.settings.port}`])
      (await proxied.get('/metrics', { headers: { host } })).refused('not_found')
  })

  test('metrics with a token of their own are there for whoever sends it', async (t) => {
    const site = await sites.open(t, { baseUrl: 'https://press.example', metrics: { token: 'secret' } })
    for (const authorization of ['Bearer secreT', 'secret', 'Bearer', `Bearer ${site.admin}`])
      (await site.get('/metrics', { headers: { authorization } })).refused('not_found')
    ;(await site.get('/metrics')).refused('not_found')
    const forwarded = { 'x-forwarded-for': '203.0.113.9', authorization: 'Bearer secret' }
    assert.equal((await site.get('/metrics', { headers: forwarded })).status, 200)
  })

  test('metrics with an address of their own are there alone', async (t) => {
    const address = { host: '127.0.0.1', port: await freePort() }
    const site = await sites.open(t, { metrics: { access: 'off', address } })
    ;(await site.get('/metrics')).refused('not_found')
    const server = createMetricsServer(site.app)
    assert.ok(server)
    await server.listen()
    t.after(server.close)
    const ask = (path: string, host = 'localhost') =>
      sendRaw(address, `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
    assert.match(await ask('/metrics'), /^HTTP\/1.1 200 [\s\S]*colophon_request_duration_seconds/)
    assert.match(await ask('/metrics', 'evil.example'), /^HTTP\/1.1 421 /)
    for (const path of ['/', '/api/v1/topics', '/healthz'])
      assert.match(await ask(path), /^HTTP\/1.1 404 /, path)
  })
})
