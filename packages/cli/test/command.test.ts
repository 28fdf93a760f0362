import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { createServer, type Server } from 'node:http'
import { type TestContext, test } from 'node:test'
import { EXIT_CODES } from '../src/exit-codes.ts'

/** Not through `bin`: in the repository that goes on as the server's command. */
const PROGRAM = `const { main } = await import(${JSON.stringify(new URL('../src/main.ts', import.meta.url).href)})
await main(['node', 'colophon', ...process.argv.slice(1)])`

interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

function run(...args: string[]): Promise<Ended> {
  const { PATH = '', HOME = '' } = process.env
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['--input-type=module', '--eval', PROGRAM, '--', ...args],
      { env: { PATH, HOME } },
      (error, stdout, stderr) => resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    )
  })
}

test('the command of those who do not host has what needs an address or a folder, and nothing else', async () => {
  const { code, stdout } = await run('--help')
  assert.equal(code, 0)
  const commands = [...stdout.matchAll(/^ {2}([a-z]+) /gm)].map(([, name]) => name)
  for (const name of ['search', 'read', 'check', 'mirror', 'verify', 'import', 'submit'])
    assert.ok(commands.includes(name), name)
  for (const name of ['serve', 'backup']) assert.ok(!commands.includes(name), name)
  const { stdout: token } = await run('token', '--help')
  assert.match(token, /revoke/)
  assert.doesNotMatch(token, /issue/)
})

test('without the address of a server every command says so in one line', async () => {
  for (const args of [['topics'], ['mirror', 'folder'], ['verify'], ['import', '.', '--topic', 'tools']]) {
    const { code, stdout, stderr } = await run(...args)
    assert.deepEqual([code, stdout], [2, ''], args.join(' '))
    assert.match(stderr, /^colophon: --url[^\n]*\n$/, args.join(' '))
  }
})

test('an import has no flags of a database', async () => {
  const { stdout } = await run('import', '--help')
  assert.match(stdout, /--url/)
  assert.doesNotMatch(stdout, /database/)
})

test('a failure is one line, and the exit code says of which kind', async (t) => {
  const page = createServer((_request, response) =>
    response.setHeader('content-type', 'text/html').end('<title>no site</title>'),
  )
  const problem = createServer((_request, response) => {
    response.writeHead(403, { 'content-type': 'application/problem+json' })
    response.end(JSON.stringify({ code: 'scope_missing', status: 403, detail: 'No.', retryable: false }))
  })
  const [html, refusing] = await Promise.all([page, problem].map((server) => addressOf(t, server)))
  const closing = createServer()
  const closed = await addressOf(t, closing)
  closing.close()
  for (const [args, code, line] of [
    [['topics', '--url', 'ftp://press.example'], 2, /^colophon: --url/],
    [['topics', '--nothing'], 2, /unknown option/],
    [['topics', '--url', refusing], 3, /^colophon: scope_missing: No\.\n$/],
    [['topics', '--url', refusing, '--json'], 3, /^\{"code":"scope_missing".*\}\n$/],
    [['topics', '--url', html], 4, /^colophon: [^\n]*not as a Colophon site[^\n]*\n$/],
    [['topics', '--url', closed], 4, /^colophon: [^\n]*nothing listens there[^\n]*\n$/],
  ] as [string[], number, RegExp][]) {
    const ended = await run(...args)
    assert.deepEqual([ended.code, ended.stdout], [code, ''], args.join(' '))
    assert.match(ended.stderr, line)
  }
})

test('the help lists the exit codes', async () => {
  const { stdout } = await run('--help')
  for (const code of Object.values(EXIT_CODES)) assert.match(stdout, new RegExp(`^  ${code}  `, 'm'))
})

test('bash completes commands and flags', async () => {
  const { stdout } = await run('completion', 'bash')
  const words = (...typed: string[]) =>
    execFileSync(
      'bash',
      [
        '-c',
        `${stdout}\nCOMP_WORDS=(${typed.join(' ')}); COMP_CWORD=${typed.length - 1}; _colophon; echo "\${COMPREPLY[*]}"`,
      ],
      {
        encoding: 'utf8',
      },
    ).trim()
  assert.equal(words('colophon', 'sea'), 'search')
  assert.match(words('colophon', 'search', '--to'), /^--topic --token$/)
})

test('zsh and fish have a completion of every command', async () => {
  for (const shell of ['zsh', 'fish']) {
    const { code, stdout } = await run('completion', shell)
    assert.equal(code, 0)
    for (const name of ['search', 'verify', 'mirror']) assert.match(stdout, new RegExp(`\\b${name}\\b`))
  }
})

async function addressOf(t: TestContext, server: Server): Promise<string> {
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening))
  t.after(() => void server.close())
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
}
