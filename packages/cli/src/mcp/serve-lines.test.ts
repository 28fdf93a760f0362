import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
import { httpAnswerer } from './http-answerer.ts'
import { type McpAnswerer, serveLines } from './serve-lines.ts'

/** What comes back for what is sent, in chunks as they are. */
async function converse(answer: McpAnswerer, ...chunks: (string | Uint8Array)[]) {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()]
  const served = serveLines({ stdin, stdout, stderr }, answer)
  for (const chunk of chunks) stdin.write(chunk)
  stdin.end()
  await served
  stdout.end()
  stderr.end()
  const lines = (await text(stdout)).split('\n').slice(0, -1)
  return { replies: lines.map((line) => JSON.parse(line)), stderr: await text(stderr) }
}

/** A server that answers so, and what it was sent. */
async function openPress(t: TestContext, status: number, type: string, body: string) {
  const sent: { headers: NodeJS.Dict<string | string[]>; body: string }[] = []
  const server = createServer(async (request, response) => {
    sent.push({ headers: request.headers, body: await text(request) })
    response.writeHead(status, { 'content-type': type }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  return { url, sent }
}

const echo: McpAnswerer = async (message) => [message]

test('messages are lines, however they come, and only a line feed ends one', async () => {
  const first = JSON.stringify({ id: 1, method: 'x', params: { text: 'a\u2028ä€' } })
  const bytes = Buffer.from(`${first}\r\n\n{"id":2,"method":"y"}`)
  const { replies } = await converse(echo, bytes.subarray(0, 50), bytes.subarray(50, 51), bytes.subarray(51))
  assert.deepEqual(replies, [JSON.parse(first), { id: 2, method: 'y' }])
})

test('what is no JSON, and what fails, is an error of JSON-RPC; a notification that fails is a line for people', async () => {
  const fail: McpAnswerer = async () => {
    throw new Error('It broke.')
  }
  const { replies, stderr } = await converse(fail, '{"id":"a","method":"x"}\n{\n{"method":"y"}\n')
  const errors = replies.map(({ id, error }) => [id, error.code, error.message])
  assert.deepEqual(
    errors.sort((one, other) => one[1] - other[1]),
    [
      [null, -32700, 'The line is no JSON.'],
      ['a', -32000, 'It broke.'],
    ],
  )
  assert.equal(stderr, 'colophon: It broke.\n')
})

test('the version that was agreed on goes with every later message, and its own with the newest', async (t) => {
  const result = { protocolVersion: '2024-11-05', serverInfo: { name: 'x', version: '1' } }
  const reply = JSON.stringify({ jsonrpc: '2.0', id: 1, result })
  const { url, sent } = await openPress(t, 200, 'application/json', reply)
  const answer = httpAnswerer({ url, token: 'secret' })
  const meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' }
  await answer({ jsonrpc: '2.0', id: 1, method: 'initialize', params: {} })
  await answer({ jsonrpc: '2.0', id: 2, method: 'tools/list' })
  await answer({ jsonrpc: '2.0', id: 3, method: 'tools/call', params: { name: 'a_b', _meta: meta } })
  await answer({ jsonrpc: '2.0', id: 4, method: 'resources/read', params: { uri: 'x:/ä', _meta: meta } })
  assert.deepEqual(
    sent.map(({ headers }) => [
      headers['mcp-protocol-version'],
      headers['mcp-method'],
      headers['mcp-name'],
      headers.authorization,
    ]),
    [
      [undefined, undefined, undefined, 'Bearer secret'],
      ['2024-11-05', undefined, undefined, 'Bearer secret'],
      ['2026-07-28', 'tools/call', 'a_b', 'Bearer secret'],
      ['2026-07-28', 'resources/read', '=?base64?eDovw6Q=?=', 'Bearer secret'],
    ],
  )
})

test('events come one after the other, an accepted notification is silent', async (t) => {
  const stream =
    'event: message\ndata: {"jsonrpc":"2.0","method":"a"}\n\nevent: message\ndata: {"jsonrpc":"2.0","id":1}\n\n'
  const events = await openPress(t, 200, 'text/event-stream', stream)
  const replies = await httpAnswerer({ url: events.url, token: null })({ id: 1, method: 'x' })
  assert.deepEqual(replies, [
    { jsonrpc: '2.0', method: 'a' },
    { jsonrpc: '2.0', id: 1 },
  ])
  const silent = await openPress(t, 202, 'text/plain', '')
  assert.deepEqual(await httpAnswerer({ url: silent.url, token: null })({ method: 'x' }), [])
})

test('a problem, a page, and nobody at the address are said in a sentence', async (t) => {
  const problem = JSON.stringify({ code: 'invalid_token', detail: 'The bearer is malformed.' })
  const refusing = await openPress(t, 401, 'application/problem+json', problem)
  const page = await openPress(t, 200, 'text/html', '<html>')
  for (const [url, words] of [
    [refusing.url, /^invalid_token: The bearer is malformed\.$/],
    [page.url, /\/mcp answered 200, and is no press\.$/],
    ['http://127.0.0.1:1', /^http:\/\/127\.0\.0\.1:1\/mcp cannot be reached: /],
  ] as const) {
    const { replies } = await converse(httpAnswerer({ url, token: null }), '{"id":1,"method":"ping"}\n')
    assert.match(replies[0].error.message, words)
  }
})
