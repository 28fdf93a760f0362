import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import { makeFolder } from '../support/folder.ts'
import { freePort } from '../support/free-port.ts'
import { type Ran, run } from '../support/packed.ts'
import { smallDisk } from '../support/small-disk.ts'
import { openExamples, withInstalled } from './installed.ts'

const PAGE = '<!doctype html><title>Please sign in</title>'
/** What asks a site before it does anything else, each in its own way: JSON, a text, bytes, a list, a command. */
const COMMANDS = [
  ['search', 'anything'],
  ['read', 'a'.repeat(64)],
  ['verify'],
  ['mirror', 'mirrored'],
  ['register'],
] as const

async function listen(t: TestContext, server: Server): Promise<number> {
  t.after(() => void server.close())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

const answering =
  (status: number, type: string, body: string): RequestListener =>
  (_request, response) =>
    response.writeHead(status, { 'content-type': type }).end(body)

/** Its end in one line of the command's own, without the trace of an error. */
function endedWith({ code, stdout, stderr }: Ran, expected: number, reason: RegExp, title: string): void {
  assert.deepEqual([code, stdout], [expected, ''], `${title}\n${stderr}`)
  assert.match(stderr, /^colophon: [^\n]+\n$/, title)
  assert.match(stderr, reason, title)
}

test(
  'an address that is no site is the kind of failure in one line, and exit code 4',
  withInstalled(async (t, { cli }) => {
    const program = join(cli, 'node_modules/.bin/colophon')
    const plain = await listen(t, createHttpServer(answering(200, 'text/html', PAGE)))
    const gateway = await listen(t, createHttpServer(answering(502, 'text/html', PAGE)))
    const denying = await listen(t, createHttpServer(answering(403, 'text/html', PAGE)))
    const noJson = await listen(t, createHttpServer(answering(200, 'application/json', PAGE)))
    const addresses = [
      [`http://127.0.0.1:${await freePort()}`, /no answer from \S+: nothing listens there \(ECONNREFUSED\)/],
      ['http://press.invalid', /its name is not known/],
      [`http://127.0.0.1:${plain}`, /not as a Colophon site .*check --url/],
      [`http://127.0.0.1:${gateway}`, /gateway answered 502/],
      [`http://127.0.0.1:${denying}`, /answered with 403 before the service/],
      [`https://127.0.0.1:${plain}`, /it does not speak HTTPS/],
    ] as const
    for (const command of COMMANDS)
      await Promise.all(
        addresses.map(async ([url, reason]) => {
          const ran = await run(program, [...command, '--url', url], { cwd: cli })
          endedWith(ran, 4, reason, `${command[0]} ${url}`)
        }),
      )
    const ran = await run(program, ['search', 'a', '--url', `http://127.0.0.1:${noJson}`], { cwd: cli })
    endedWith(ran, 4, /not as a Colophon site/, 'no JSON')
    const noAddress = await run(program, ['search', 'a', '--url', 'press'], { cwd: cli })
    endedWith(noAddress, 2, /must be the address/, 'no address')
  }),
)

test(
  'a certificate that nobody vouches for is one line, and exit code 4, on every Node',
  withInstalled(async (t, installed) => {
    const folder = await makeFolder(t)
    const [key, cert] = [join(folder, 'key'), join(folder, 'cert')]
    await promisify(execFile)('openssl', [
      ...[
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:prime256v1',
        '-nodes',
        '-days',
        '1',
      ],
      ...['-subj', '/CN=press.example', '-keyout', key, '-out', cert],
    ])
    const options = { key: await readFile(key), cert: await readFile(cert) }
    const port = await listen(t, createHttpsServer(options, answering(200, 'text/html', PAGE)))
    const program = join(installed.cli, 'node_modules/.bin/colophon')
    for (const [major, nodeFolder] of Object.entries(installed.nodes)) {
      const url = `https://127.0.0.1:${port}`
      const ran = await run(program, ['read', '/a/b', '--url', url], { cwd: installed.cli, nodeFolder })
      endedWith(ran, 4, /its certificate is not valid \(\w+\)/, major)
    }
  }),
)

test(
  'a disk that is full or read-only is one line that says what to do',
  withInstalled(async (t, { cli, server }) => {
    const disk = await smallDisk(t, 2)
    if (disk === null) return
    const url = await openExamples(t)
    const mirror = () =>
      run(join(cli, 'node_modules/.bin/colophon'), ['mirror', 'mirrored', '--url', url], { cwd: disk.path })
    const command = join(server, 'node_modules/.bin/colophon')
    const serve = async () => run(command, ['serve', '--port', String(await freePort())], { cwd: disk.path })
    const issue = () =>
      run(command, ['token', 'issue', '--preset', 'reviewer', '--label', 'a'], { cwd: disk.path })

    await disk.leave(0)
    const full = /make (?:room|some)/
    endedWith(await mirror(), 1, full, 'mirror')
    endedWith(await serve(), 1, full, 'serve')
    endedWith(await issue(), 1, full, 'token issue')
    await disk.makeSpace()
    await disk.makeReadOnly(true)
    const readOnly = /choose a folder that can be written$/m
    endedWith(await mirror(), 1, readOnly, 'mirror')
    endedWith(await serve(), 1, readOnly, 'serve')
    endedWith(await issue(), 1, readOnly, 'token issue')
  }),
)
