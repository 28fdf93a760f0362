import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, symlink, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type TestContext, test } from 'node:test'
import { freePort } from '../support/free-port.ts'
import { outsideEnvironment, ROOT, run } from '../support/packed.ts'
import { type Installed, openExamples, withInstalled } from './installed.ts'

const WORDS = ['search', 'birthday', 'without', 'year']

test('the packages with a command call it colophon', async () => {
  for (const name of ['cli', 'server']) {
    const { bin } = JSON.parse(await readFile(join(ROOT, 'packages', name, 'package.json'), 'utf8'))
    assert.ok('colophon' in bin, name)
  }
})

test(
  'npx runs the command from its tarball on Node 20',
  withInstalled(async (t, { cli, nodes, tarball }) => {
    const url = await openExamples(t)
    const packages = (['contract', 'log', 'client', 'cli'] as const).flatMap((name) => [
      '--package',
      tarball(name),
    ])
    const ran = await run('npx', ['--yes', '--prefer-offline', ...packages, 'colophon', ...WORDS], {
      cwd: join(cli, '..'),
      nodeFolder: nodes['20'],
      environment: { COLOPHON_URL: url },
    })
    assert.equal(ran.code, 0, ran.stderr)
    assert.match(ran.stdout, /^\/contact-import\/birthdays-without-year {2}/m)
  }),
)

test(
  'the installed command reads and verifies on every Node, under both names',
  withInstalled(async (t, { cli, nodes }) => {
    const url = await openExamples(t)
    for (const name of ['colophon', 'colophon-cli'])
      for (const [major, nodeFolder] of Object.entries(nodes)) {
        const program = join(cli, 'node_modules/.bin', name)
        const read = ['read', '/contact-import/birthdays-without-year', '--url', url]
        const ran = await run(program, read, { cwd: cli, nodeFolder })
        assert.deepEqual([ran.code, ran.stderr], [0, ''], `${name} ${major}`)
        assert.match(ran.stdout, /^---\n/)
      }
  }),
)

test(
  'an old Node without another one beside it is one line that says what to install',
  withInstalled(async (_t, { server, nodes }) => {
    const ran = await run(join(server, 'node_modules/.bin/colophon'), ['--version'], {
      cwd: server,
      nodeFolder: nodes['20'],
    })
    assert.deepEqual([ran.code, ran.stdout], [1, ''])
    assert.match(ran.stderr, /^colophon needs Node 24\.0 or newer, and \S+ is v20\S+: install [^\n]*\n$/)
  }),
)

test(
  'an old Node goes on as the one that npm brought, and the server serves the examples',
  withInstalled(async (t, installed) => {
    const { server } = installed
    const brought = `node-${process.platform}-${process.arch}`
    const place = join(server, 'node_modules', brought)
    await symlink(join(ROOT, 'node_modules', brought), place)
    // Others measure what is installed there.
    t.after(() => unlink(place))
    const url = await serveExamples(t, installed)
    for (const path of [
      '/api/v1/topics',
      '/agent.md',
      '/read/contact-import/line-folding',
      '/api/v1/search?q=birthday',
    ]) {
      const answer = await fetch(`${url}${path}`, { headers: { accept: 'text/html, application/json' } })
      assert.equal(answer.status, 200, path)
    }
    const ran = await run(join(server, 'node_modules/.bin/colophon'), [...WORDS, '--url', url], {
      cwd: server,
    })
    assert.match(ran.stdout, /birthdays-without-year/)
  }),
)

/** With Node 20 first on the path, as a system manager has it; it has to end well when it is told to stop. */
async function serveExamples(t: TestContext, { server, nodes }: Installed): Promise<string> {
  const port = String(await freePort())
  const child = spawn(join(server, 'node_modules/.bin/colophon'), ['serve', '--examples', '--port', port], {
    cwd: server,
    env: outsideEnvironment(nodes['20']),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  t.after(async () => {
    child.kill('SIGTERM')
    assert.deepEqual(await ended, [0, null])
  })
  for await (const line of createInterface({ input: child.stdout }))
    if (line.startsWith('Colophon is at ')) break
  return `http://127.0.0.1:${port}`
}
