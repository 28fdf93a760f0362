import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import { makeFolder } from '../support/folder.ts'
import { freePort } from '../support/free-port.ts'
import { type Ran, ROOT } from '../support/packed.ts'

/** Not in memory: what is there cannot be run everywhere. */
const CACHE = join(ROOT, 'node_modules/.cache')
const SKIP = process.platform !== 'linux' && 'the single executable is made on Linux'
const BUILDER = join(ROOT, 'scripts/binary/build.ts')

let folder: string | null = null
let built: Promise<string> | null = null
after(() => {
  if (folder !== null) rmSync(folder, { recursive: true })
})

/** Once for all tests. */
function buildOnce(): Promise<string> {
  built ??= build()
  return built
}

async function build(): Promise<string> {
  mkdirSync(CACHE, { recursive: true })
  folder = mkdtempSync(join(CACHE, 'binary-'))
  const program = join(folder, 'colophon')
  await promisify(execFile)(process.execPath, [BUILDER, '--out', program])
  return program
}

/** Runs it to its end, as on a machine where nothing else is installed: there is no path to find it on. */
function runAlone(program: string, cwd: string, settings: Readonly<Record<string, string>> = {}) {
  return (...args: string[]): Promise<Ran> =>
    new Promise((done) => {
      execFile(program, args, { cwd, env: { PATH: '', HOME: cwd, ...settings } }, (error, stdout, stderr) =>
        done({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
      )
    })
}

/** It has to end well when it is told to stop. */
async function serve(
  t: TestContext,
  program: string,
  cwd: string,
  flags: readonly string[],
): Promise<string> {
  const port = String(await freePort())
  const child = spawn(program, ['serve', '--examples', '--port', port, ...flags], {
    cwd,
    env: { PATH: '', COLOPHON_LOG_LEVEL: 'error' },
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

const SPANISH = `# Los servidores

Los servidores son buenos y las casas de la ciudad son para el pueblo, porque en una de las casas se vive con los amigos.

\`\`\`js
const lines = 1
\`\`\`
`

test('the single executable serves, imports, publishes, searches and backs up on a machine without Node', {
  skip: SKIP,
}, async (t) => {
  const program = await buildOnce()
  const cwd = await makeFolder(t, { 'texts/a.md': SPANISH, 'saw.md': '# Saws\n\nA saw cuts wood.\n' })
  const url = await serve(t, program, cwd, [])
  const alone = runAlone(program, cwd, { COLOPHON_PORT: new URL(url).port })
  const issued = await alone('token', 'issue', '--preset', 'administrator', '--label', 'test')
  assert.deepEqual([issued.code, issued.stderr], [0, ''])
  const run = runAlone(program, cwd, { COLOPHON_URL: url, COLOPHON_TOKEN: issued.stdout.trim() })
  const done = async (...args: string[]) => {
    const ran = await run(...args)
    assert.deepEqual([ran.code, ran.stderr], [0, ''], args.join(' '))
    return ran.stdout
  }

  assert.match(await done('read', '/contact-import/line-folding'), /^---\n/)
  assert.match(
    await done('search', 'birthday', 'without', 'year'),
    /^\/contact-import\/birthdays-without-year {2}/,
  )
  assert.match(
    await done('import', 'texts', '--topic', 'handbook'),
    /1 created, 0 revised, 0 unchanged, 0 failed/,
  )
  assert.match(
    await done('import', 'texts', '--topic', 'handbook'),
    /0 created, 0 revised, 1 unchanged, 0 failed/,
  )
  assert.match(await done('search', 'servidor'), /^\/handbook\/a {2}/)
  const proposal = JSON.parse(await done('submit', 'saw.md', '--path', '/handbook/saw', '--json'))
  const published = JSON.parse(await done('publish', proposal.proposal_hash, '--json'))
  assert.match(await done('read', published.content_hash), /A saw cuts wood\./)
  assert.equal((await run('verify', '--url', url)).code, 0)

  const texts = {
    '/read/handbook/a': /class="t-keyword">const</,
    '/agent.md': /^# Colophon/,
    '/': /stylesheet/,
  }
  for (const [path, text] of Object.entries(texts)) {
    const headers = { accept: 'text/html', authorization: `Bearer ${issued.stdout.trim()}` }
    const answer = await fetch(`${url}${path}`, { headers })
    assert.equal(answer.status, 200, path)
    assert.match(await answer.text(), text)
  }
  assert.match(await done('backup', 'create', 'backup'), /^Backup /)
  assert.match(await done('backup', 'verify', 'backup'), /is whole/)
})

test('its workers share a port, and its commands end as those of the packages do', {
  skip: SKIP,
}, async (t) => {
  const program = await buildOnce()
  const cwd = await makeFolder(t, {})
  const url = await serve(t, program, cwd, ['--workers', '2'])
  const run = runAlone(program, cwd)
  for (const _ of [1, 2, 3, 4]) assert.equal((await fetch(`${url}/api/v1/search?q=birthday`)).status, 200)
  assert.match((await run('--help')).stdout, /Exit codes:/)
  const nobody = await run('topics', '--url', `http://127.0.0.1:${await freePort()}`)
  assert.deepEqual([nobody.code, nobody.stdout], [4, ''])
  assert.match(nobody.stderr, /^colophon: [^\n]*nothing listens there[^\n]*\n$/)
  assert.equal((await run('read', '/nothing/here', '--url', url)).code, 3)
  assert.equal((await run('serve', '--port', 'many')).code, 2)
})

test('it stores the search index in a process of its own', { skip: SKIP }, async (t) => {
  const program = await buildOnce()
  const cwd = await makeFolder(t, {})
  const alone = runAlone(program, cwd)
  assert.equal((await alone('token', 'issue', '--preset', 'reviewer', '--label', 'test')).code, 0)
  const flags = '--max-semi-space-size=4 --max-old-space-size=256'
  const child = spawn(program, ['colophon:pack-process'], {
    cwd,
    env: { PATH: '', NODE_OPTIONS: flags },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    serialization: 'advanced',
  })
  child.send({ databaseUrl: 'sqlite:./data/colophon.db', blobs: 'database', topics: [] })
  assert.deepEqual(await once(child, 'exit'), [0, null])
})
