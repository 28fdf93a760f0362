import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { chmod, mkdir, readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import { type RunningCommand, startCommand } from '../support/command.ts'
import { bothEngines } from '../support/engines.ts'
import { makeFolder, writeFiles } from '../support/folder.ts'
import { fencedBlocks } from '../support/guide-blocks.ts'

const PAGE = join(import.meta.dirname, '../../../../docs/backups.md')
const BIN = join(import.meta.dirname, '../../bin/colophon.js')

async function freePorts(count: number): Promise<number[]> {
  const listeners = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'))
  await Promise.all(listeners.map((one) => new Promise((resolve) => one.once('listening', resolve))))
  const ports = listeners.map((one) => {
    const address = one.address()
    return typeof address === 'object' && address !== null ? address.port : 0
  })
  await Promise.all(listeners.map((one) => new Promise((resolve) => one.close(resolve))))
  return ports
}

/** A server with something to read, as the page expects it. */
async function serveOld(t: TestContext, folder: string, port: number): Promise<RunningCommand> {
  await mkdir(join(folder, 'data'))
  const environment = { COLOPHON_DATABASE_URL: `sqlite:${join(folder, 'data/colophon.db')}` }
  const command = startCommand(t, ['serve', '--examples', '--port', String(port)], environment)
  for await (const line of command.lines) if (line.startsWith('Colophon is at')) return command
  throw new Error((await command.ended).stderr)
}

/** Where the page has the operator stop the old press: its data goes too, so that only the backup is left. */
const LAST_OF_THE_OLD = 'npx colophon backup create ./backup'
const destroy = (pid: number) =>
  `kill ${pid}; while kill -0 ${pid} 2>/dev/null; do sleep 0.02; done; rm -r data`

test('every command of the page on backups works as it stands, and compares all that was restored', async (t) => {
  const folder = await makeFolder(t)
  const ports = await freePorts(3)
  const old = await serveOld(t, folder, ports[0] ?? 0)
  const run = `exec '${process.execPath}' '${BIN}' "$@"\n`
  const programs = {
    'bin/npx': `#!/bin/sh\nshift\n${run}`,
    'node_modules/.bin/colophon': `#!/bin/sh\n${run}`,
  }
  await writeFiles(folder, programs)
  for (const name of Object.keys(programs)) await chmod(join(folder, name), 0o700)
  const blocks = fencedBlocks(await readFile(PAGE, 'utf8'), 'sh')
  assert.equal(blocks.length, 8)
  assert.equal(blocks[6]?.trim(), LAST_OF_THE_OLD)
  const commands = [...blocks.slice(0, 7), destroy(old.pid), ...blocks.slice(7), END].join('\n')
  const [, elsewhere] = bothEngines()
  const script = [8787, 8788, 8789]
    .reduce((text, port, place) => text.replaceAll(String(port), String(ports[place])), commands)
    .replace('postgres://colophon:secret@db/colophon', await elsewhere.emptyUrl(t))
  const { NODE_COMPILE_CACHE = '', PATH, TMPDIR } = process.env
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], {
    cwd: folder,
    env: { PATH: `${join(folder, 'bin')}:${PATH}`, TMPDIR, NODE_COMPILE_CACHE },
    timeout: 120_000,
  })
  assert.match(stdout, /^Backup .* is whole: 25 tables/m)
  assert.equal(stdout.match(/^Restored the backup /gm)?.length, 2)
  assert.match(stdout, /"id":"calendar-recurrence",.*"visibility":"invited"/)
  assert.match(stdout, /"status":"ready"/)
  const differing = [...stdout.matchAll(/^\t?\{"index":.*"name":"(\w+)"/gm)].map(([, table]) => table)
  assert.deepEqual([...new Set(differing)].sort(), WRITTEN_MEANWHILE)
})

/** As the page says. */
const WRITTEN_MEANWHILE = ['audit', 'idempotency', 'identities', 'tokens', 'topics', 'visibility_changes']

const END = 'kill %1 %2 2>/dev/null || true; wait'
