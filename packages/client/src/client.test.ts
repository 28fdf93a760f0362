import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type TestContext, test } from 'node:test'
import { type Client, type ClientOptions, createClient } from './client.ts'
import { ColophonProblem, EdgeDenied, ObjectAltered, Unreachable } from './problem.ts'

type Answering = (response: ServerResponse, message: IncomingMessage) => void

interface Sent {
  method: string
  url: string
  headers: IncomingMessage['headers']
  body: string
}

const QUICK = { firstWait: 1, longestWait: 2000 }
const TOKEN = 'aaaa.bbbb.cccc'

/** A small real server that answers with each of these once, and then with the last again. */
async function serving(t: TestContext, answers: Answering[], options: Partial<ClientOptions> = {}) {
  const sent: Sent[] = []
  const server = createServer(async (message, response) => {
    let body = ''
    for await (const chunk of message) body += chunk
    sent.push({ method: message.method ?? '', url: message.url ?? '', headers: message.headers, body })
    const answer = answers[Math.min(sent.length, answers.length) - 1]
    answer?.(response, message)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const client: Client = createClient({
    url: `http://127.0.0.1:${port}`,
    token: TOKEN,
    patience: QUICK,
    ...options,
  })
  return { client, sent }
}

function json(body: unknown): Answering {
  return (response) =>
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body))
}

function refusing(
  code: string,
  facts: { status: number; retryable: boolean; retryAfter?: string },
): Answering {
  const document = { code, status: facts.status, retryable: facts.retryable, detail: 'because' }
  return (response) => {
    if (facts.retryAfter) response.setHeader('retry-after', facts.retryAfter)
    response.writeHead(facts.status, { 'content-type': 'application/problem+json' })
    response.end(JSON.stringify(document))
  }
}

function html(status: number, headers: Record<string, string> = {}): Answering {
  return (response) =>
    response.writeHead(status, { 'content-type': 'text/html', ...headers }).end('<h1>Denied</h1>')
}

const hangUp: Answering = (_response, message) => message.socket.destroy()
const overloaded = refusing('overloaded', { status: 503, retryable: true, retryAfter: '1' })

test('a call sends what the contract says', async (t) => {
  const { client, sent } = await serving(t, [json({ items: [], next_cursor: null })], { userAgent: 'mine/1' })
  await client.call('listIndex', { query: { topic: 'a', limit: 7 } })
  await client.call('publishCandidate', {
    params: { candidate_hash: 'x/y' },
    body: { mode: 'direct' },
    idempotencyKey: 'k',
  })
  assert.deepEqual(
    sent.map(({ method, url, body }) => `${method} ${url} ${body}`),
    ['GET /api/v1/index?topic=a&limit=7 ', 'POST /api/v1/candidates/x%2Fy/publish {"mode":"direct"}'],
  )
  assert.equal(sent[0]?.headers.authorization, `Bearer ${TOKEN}`)
  assert.match(sent[0]?.headers['user-agent'] ?? '', /^mine\/1 colophon-client\//)
  assert.equal(sent[0]?.headers['idempotency-key'], undefined)
  assert.equal(sent[1]?.headers['idempotency-key'], 'k')
})

test('what passes is tried again with the same Idempotency-Key, after the time asked for', async (t) => {
  const { client, sent } = await serving(t, [hangUp, overloaded, html(502), json({ ok: true })])
  const start = performance.now()
  assert.deepEqual(await client.call('revokeMe'), { ok: true })
  assert.ok(performance.now() - start >= 950, 'Retry-After was not honoured')
  const keys = new Set(sent.map(({ headers }) => headers['idempotency-key']))
  assert.equal(sent.length, 4)
  assert.equal(keys.size, 1)
  assert.match([...keys].join(), /^[0-9a-f-]{36}$/)
})

test('a part of an object is asked for by its range and held to its hash', async (t) => {
  const bytes = Buffer.from('the whole object')
  const part = { start: 4, end: 9, sha256: createHash('sha256').update('whole').digest('hex') }
  const partial: Answering = (response) =>
    response.writeHead(206, { 'content-type': 'text/markdown; charset=utf-8' }).end('whole')
  const whole: Answering = (response) =>
    response.writeHead(200, { 'content-type': 'text/markdown; charset=utf-8' }).end(bytes)
  const other: Answering = (response) =>
    response.writeHead(206, { 'content-type': 'text/markdown; charset=utf-8' }).end('while')
  const { client, sent } = await serving(t, [partial, whole, other])
  for (const _ of [partial, whole])
    assert.equal(Buffer.from(await client.readPart('a'.repeat(64), part)).toString(), 'whole')
  await assert.rejects(client.readPart('a'.repeat(64), part), ObjectAltered)
  assert.equal(sent[0]?.headers.range, 'bytes=4-8')
})

test('a problem is thrown with its code and document', async (t) => {
  const { client, sent } = await serving(t, [refusing('path_taken', { status: 409, retryable: false })])
  await assert.rejects(client.call('getMe'), (error) => {
    assert.ok(error instanceof ColophonProblem)
    assert.equal(error.code, 'path_taken')
    assert.equal(error.status, 409)
    assert.equal(error.document.detail, 'because')
    return true
  })
  assert.equal(sent.length, 1)
})

test('a wait longer than patience is told, not waited', async (t) => {
  const quota = refusing('quota_exceeded', { status: 429, retryable: true, retryAfter: '7200' })
  const { client, sent } = await serving(t, [quota])
  await assert.rejects(client.call('getMe'), { code: 'quota_exceeded', retryAfter: 7200 })
  assert.equal(sent.length, 1)
})

test('the time that an answer may take is let go with it', async (t) => {
  const { client } = await serving(t, [json({ items: [], next_cursor: null }), hangUp], {
    patience: { attempts: 1 },
  })
  const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length
  const before = timers()
  await client.call('listTopics')
  await assert.rejects(client.call('listTopics'), Unreachable)
  assert.equal(timers(), before)
})

test('patience with a silent service ends', async (t) => {
  const { client, sent } = await serving(t, [hangUp])
  await assert.rejects(client.call('getMe'), Unreachable)
  assert.equal(sent.length, 5)
  const slow = await serving(t, [() => {}], {
    patience: { ...QUICK, attempts: 2 },
    timeoutMilliseconds: 30,
  })
  await assert.rejects(slow.client.call('getMe'), Unreachable)
  assert.equal(slow.sent.length, 2)
})

test('after a denial that is no problem document the client stops for good', async (t) => {
  const { client, sent } = await serving(t, [html(403, { 'cf-ray': '8c1-AMS' }), json({})])
  const refused = (error: unknown) => {
    assert.ok(error instanceof EdgeDenied)
    assert.equal(error.denial.status, 403)
    assert.equal(error.denial.edgeRequestId, 'cf-ray: 8c1-AMS')
    assert.match(error.denial.at, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
    assert.match(error.denial.library, /^colophon-client\//)
    assert.doesNotMatch(JSON.stringify([error.denial, error.message]), new RegExp(TOKEN))
    return true
  }
  await assert.rejects(client.call('getMe'), refused)
  await assert.rejects(client.call('listTopics'), refused)
  assert.equal(sent.length, 1)
})

test('a redirect, a page in the place of JSON and a false problem are denials too', async (t) => {
  const answers = [
    html(302, { location: '/login' }),
    html(200),
    html(429),
    html(503),
    ((response) =>
      response.writeHead(403, { 'content-type': 'application/problem+json' }).end('{}')) as Answering,
  ]
  for (const answer of answers) {
    const { client, sent } = await serving(t, [answer])
    await assert.rejects(client.call('getMe'), EdgeDenied)
    assert.equal(sent.length, 1)
  }
})

test('a page in the place of bytes or of a text is a denial, and so is JSON that is none', async (t) => {
  const noJson: Answering = (response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('<h1>Hello</h1>')
  const bytes = await serving(t, [html(200)])
  await assert.rejects(bytes.client.call('readObject', { params: { sha256: 'a'.repeat(64) } }), EdgeDenied)
  const text = await serving(t, [html(200)])
  await assert.rejects(text.client.call('getLogKeys'), EdgeDenied)
  const json = await serving(t, [noJson])
  await assert.rejects(json.client.call('getMe'), EdgeDenied)
})

test('a list is followed page by page', async (t) => {
  const { client, sent } = await serving(t, [
    json({ items: [{ id: 'a' }, { id: 'b' }], next_cursor: 'c1' }),
    json({ items: [], next_cursor: 'c 2' }),
    json({ items: [{ id: 'c' }], next_cursor: null }),
  ])
  const ids: string[] = []
  for await (const topic of client.pages('listTopics', { query: { limit: 2 } })) ids.push(topic.id)
  assert.deepEqual(ids, ['a', 'b', 'c'])
  assert.deepEqual(
    sent.map(({ url }) => url),
    ['/api/v1/topics?limit=2', '/api/v1/topics?limit=2&cursor=c1', '/api/v1/topics?limit=2&cursor=c+2'],
  )
})

test('an object is what its hash says, or it is not handed on', async (t) => {
  const bytes = Buffer.from('---\ntitle: "x"\n---\n\nBody\n')
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const { client } = await serving(t, [
    (response) => response.writeHead(200, { 'content-type': 'text/markdown' }).end(bytes),
  ])
  assert.deepEqual(Buffer.from(await client.readObject(sha256)), bytes)
  await assert.rejects(client.readObject('0'.repeat(64)), ObjectAltered)
})

test('a mistake of the caller is not tried again', async (t) => {
  const { client, sent } = await serving(t, [json({})], { token: 'line\nbreak' })
  await assert.rejects(client.call('getMe'), TypeError)
  assert.equal(sent.length, 0)
})
