import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '@colophon/client'
import { type RunningCommand, runCommand, startCommand, startWithNpm } from '../support/command.ts'
import { makeFolder } from '../support/folder.ts'

interface Served {
  command: RunningCommand
  url: string
  environment: Record<string, string>
}

/** `colophon serve --examples` on a free port; answers once it has printed its address. */
async function serve(t: TestContext, given: Record<string, string> = {}): Promise<Served> {
  const folder = given.COLOPHON_DATABASE_URL ? '' : await makeFolder(t)
  const environment = { COLOPHON_DATABASE_URL: `sqlite:${join(folder, 'colophon.db')}`, ...given }
  const command = startCommand(t, ['serve', '--examples', '--port', '0'], environment)
  return { command, url: await addressOf(command), environment }
}

async function addressOf(command: RunningCommand): Promise<string> {
  for await (const line of command.lines) {
    const url = /^Colophon is at (\S+)$/.exec(line)?.[1]
    if (url !== undefined) return url
  }
  throw new Error((await command.ended).stderr)
}

async function issueToken(t: TestContext, environment: Record<string, string>): Promise<string> {
  const args = ['token', 'issue', '--preset', 'administrator', '--label', 'Ada']
  const { code, lines, stderr } = await runCommand(t, args, environment)
  assert.equal(code, 0, stderr)
  assert.equal(lines.length, 1)
  return lines[0] ?? ''
}

test('port 0 is picked before the base URL is made, and tokens issued beside the server fit it', async (t) => {
  const { url, environment } = await serve(t)
  assert.doesNotMatch(url, /:0$/)
  const token = await issueToken(t, environment)
  const me = await createClient({ url, token }).call('getMe')
  assert.equal(me.label, 'Ada')
  assert.equal(me.access.can_administer, true)
})

test('a token that is issued in the environment of a server on port 0 fits it', async (t) => {
  const { url, environment } = await serve(t)
  const token = await issueToken(t, { ...environment, COLOPHON_PORT: '0' })
  assert.equal((await createClient({ url, token }).call('getMe')).label, 'Ada')
})

test('a variable with a misspelt name is told at the start', async (t) => {
  const { command } = await serve(t, { COLOPHON_LIMIT_SIGNAL_PER_DAY: '5' })
  command.kill('SIGTERM')
  const [first = ''] = (await command.ended).stderr.split('\n')
  const { level, names } = JSON.parse(first)
  assert.deepEqual([level, names], ['warn', 'COLOPHON_LIMIT_SIGNAL_PER_DAY'])
})

test('a folder is imported beside the running server, and by it', async (t) => {
  const { url, environment } = await serve(t)
  const token = await issueToken(t, environment)
  const folder = await makeFolder(t, { 'a.md': '# A\n\nText.\n', 'bad.md': Uint8Array.of(0xff) })
  const beside = await runCommand(t, ['import', folder, '--topic', 'notes'], environment)
  assert.equal(beside.code, 1)
  assert.deepEqual(beside.lines, [
    '1 created, 0 revised, 0 unchanged, 1 failed',
    '  bad.md: is not valid UTF-8',
  ])
  const through = await runCommand(t, ['import', folder, '--topic', 'notes', '--json'], {
    COLOPHON_URL: url,
    COLOPHON_TOKEN: token,
  })
  assert.equal(through.code, 1)
  assert.deepEqual(JSON.parse(through.lines.at(-1) ?? ''), {
    created: 0,
    revised: 0,
    unchanged: 1,
    failed: 1,
  })
  const topic = await createClient({ url, token }).call('getTopic', { params: { id: 'notes' } })
  assert.equal(topic.published_counts.total, 1)
})

test('examples that were cut off by a kill are completed by the next start', async (t) => {
  const environment = { COLOPHON_DATABASE_URL: `sqlite:${join(await makeFolder(t), 'colophon.db')}` }
  for (let after = 500; after < 1100; after += 150) {
    const cut = startCommand(t, ['serve', '--examples', '--port', '0'], environment)
    await sleep(after)
    cut.kill('SIGKILL')
    await cut.ended
  }
  const { url } = await serve(t, environment)
  const { items } = await createClient({ url }).call('listTopics')
  assert.deepEqual(
    items.map(({ id, contribution_standard }) => [id, contribution_standard !== null]),
    [
      ['calendar-recurrence', true],
      ['contact-import', true],
    ],
  )
})

const BODY = JSON.stringify({ id: 'late', title: 'Late', summary: 'Sent while the press was told to stop.' })

test('a request in flight is answered after SIGTERM, nothing new is taken, and the exit code is 0', async (t) => {
  const { command, url, environment } = await serve(t)
  const token = await issueToken(t, environment)
  const { port } = new URL(url)
  const socket = connect(Number(port), '127.0.0.1')
  const answer = text(socket)
  socket.write(
    `POST /api/v1/topics HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\nIdempotency-Key: late\r\nContent-Type: application/json\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY.slice(0, 20)}`,
  )
  await sleep(300)
  command.kill('SIGTERM')
  await refusesConnections(Number(port))
  command.kill('SIGTERM')
  socket.write(BODY.slice(20))
  assert.match(await answer, /^HTTP\/1\.1 201 /)
  const { code, stderr } = await command.ended
  assert.equal(code, 0)
  const messages = stderr.trim().split('\n')
  assert.deepEqual(
    messages.map((line) => JSON.parse(line).message),
    ['listening', 'stopping', 'stopped'],
  )
})

test('what npm started stops with npm', async (t) => {
  const environment = { COLOPHON_DATABASE_URL: `sqlite:${join(await makeFolder(t), 'colophon.db')}` }
  const command = startWithNpm(t, ['--port', '0'], environment)
  const url = await addressOf(command)
  command.kill('SIGTERM')
  // Its standard error ends with the last process that writes to it.
  const { code, stderr } = await command.ended
  assert.equal(code, 0)
  assert.match(stderr, /"message":"stopped"/)
  await assert.rejects(fetch(url))
})

test('a press whose log nobody reads any more goes on, and stops when it is told to', async (t) => {
  const { command, url } = await serve(t, {
    COLOPHON_DATABASE_URL: `sqlite:${join(await makeFolder(t), 'colophon.db')}`,
    COLOPHON_LOG_LEVEL: 'debug',
  })
  command.stopListening()
  for (let request = 0; request < 3; request += 1)
    assert.equal((await fetch(`${url}/api/v1/topics?limit=${request + 1}`)).status, 200)
  command.kill('SIGTERM')
  assert.equal((await command.ended).code, 0)
})

async function refusesConnections(port: number): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    if (!(await accepts(port))) return
    await sleep(50)
  }
  assert.fail('still takes connections after SIGTERM')
}

function accepts(port: number): Promise<boolean> {
  const socket: Socket = connect(port, '127.0.0.1')
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
  }).then((taken) => {
    socket.destroy()
    return taken === true
  })
}

test('two processes share the port, and stop together', async (t) => {
  const { command, url } = await serve(t, {
    COLOPHON_DATABASE_URL: `sqlite:${join(await makeFolder(t), 'colophon.db')}`,
    COLOPHON_WORKERS: '2',
  })
  const { items } = await createClient({ url }).call('listTopics')
  assert.equal(items.length, 2)
  command.kill('SIGTERM')
  assert.equal((await command.ended).code, 0)
})

const SOME_KEY = { kty: 'OKP', crv: 'Ed25519', d: Buffer.alloc(32, 1).toString('base64url') }
const WRONG_KEYS = [
  {},
  { keys: [] },
  { ...SOME_KEY, d: 'short', x: 'short' },
  // The public part of another key.
  { ...SOME_KEY, x: Buffer.alloc(32, 2).toString('base64url') },
]

test('a wrong setting is one clear line and a failure', async (t) => {
  const folder = await makeFolder(t)
  const taken = createServer()
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
  t.after(() => void taken.close())
  const address = taken.address()
  const port = String(typeof address === 'object' && address ? address.port : 0)
  const database = { COLOPHON_DATABASE_URL: `sqlite:${join(folder, 'colophon.db')}` }
  const noDatabase = join(folder, 'notes.txt')
  await writeFile(noDatabase, 'These are no tables. '.repeat(100))
  const cases: [string[], Record<string, string>, RegExp][] = [
    [['serve'], { COLOPHON_PORT: '99999' }, /^colophon: COLOPHON_PORT is "99999"; it must be .*\n$/],
    [['serve', '--lease-seconds', '301'], database, /^colophon: COLOPHON_LEASE_SECONDS is "301"; .*\n$/],
    [['serve'], { COLOPHON_BASE_URL: 'https://press.example/path' }, /^colophon: COLOPHON_BASE_URL .*\n$/],
    [['serve'], { COLOPHON_DATABASE_URL: 'mysql://secret@host/db' }, /^colophon: (?!.*secret).*\n$/],
    [
      ['serve'],
      { COLOPHON_DATABASE_URL: 'postgres://127.0.0.1:1/x' },
      /^colophon: COLOPHON_SIGNING_KEY .*\n$/,
    ],
    [['serve'], { COLOPHON_DATABASE_URL: `sqlite:${noDatabase}` }, /^colophon: COLOPHON_DATABASE_URL .*\n$/],
    [['serve'], { COLOPHON_DATABASE_URL: `sqlite:${folder}` }, /^colophon: COLOPHON_DATABASE_URL .*\n$/],
    ...WRONG_KEYS.map((key): [string[], Record<string, string>, RegExp] => [
      ['serve'],
      { ...database, COLOPHON_SIGNING_KEY: JSON.stringify(key) },
      /^colophon: COLOPHON_SIGNING_KEY must hold .*\n$/,
    ]),
    [['serve', '--port', port], database, /^colophon: .*EADDRINUSE.*\n$/],
    [
      ['import', join(folder, 'none'), '--topic', 'a'],
      database,
      /^colophon: the folder .* cannot be read\n$/,
    ],
    [
      ['import', folder, '--topic', 'a', '--url', 'http://127.0.0.1:1'],
      database,
      /^colophon: --url needs .*\n$/,
    ],
    [['import', folder, '--topic', 'Not A Slug'], database, /^error: .*\n.*\n$/],
  ]
  const refused = cases.map(async ([args, environment, line]) => {
    const { code, stderr, lines } = await runCommand(t, args, environment)
    assert.match(stderr, line, args.join(' '))
    // What the machine refuses, as a taken port or a file that is no database, is no wrong usage.
    assert.ok(code === 1 || code === 2, args.join(' '))
    assert.deepEqual(lines, [], args.join(' '))
  })
  await Promise.all(refused)
})
