import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { chmod, mkdir, readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import { startCommand } from '../support/command.ts'
import { describeEngines } from '../support/engines.ts'
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

/** A press with something to read, as the page expects it. */
async function serveOld(t: TestContext, folder: string, port: number): Promise<void> {
  await mkdir(join(folder, 'data'))
  const environment = { COLOPHON_DATABASE_URL: `sqlite:${join(folder, 'data/colophon.db')}` }
  const command = startCommand(t, ['serve', '--examples', '--port', String(port)], environment)
  for await (const line of command.lines) if (line.startsWith('Colophon is at')) return
  throw new Error((await command.ended).stderr)
}

describeEngines((engine) => {
  test(`every command of the page on backups works as it stands, and moves the site to ${engine.name}`, async (t) => {
    const folder = await makeFolder(t)
    const ports = await freePorts(3)
    await serveOld(t, folder, ports[0] ?? 0)
    const run = `exec '${process.execPath}' '${BIN}' "$@"\n`
    const programs = {
      'bin/npx': `#!/bin/sh\nshift\n${run}`,
      'node_modules/.bin/colophon': `#!/bin/sh\n${run}`,
    }
    await writeFiles(folder, programs)
    for (const name of Object.keys(programs)) await chmod(join(folder, name), 0o700)
    const blocks = fencedBlocks(await readFile(PAGE, 'utf8'), 'sh')
    assert.equal(blocks.length, 6)
    const script = [8787, 8788, 8789]
      .reduce((text, port, place) => text.replaceAll(String(port), String(ports[place])), blocks.join('\n'))
      .replace(
        'postgres://colophon:secret@db/colophon',
        await engine.emptyUrl({ after: (work) => t.after(work) }),
      )
    const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', `${script}\n${END}`], {
      cwd: folder,
      env: { PATH: `${join(folder, 'bin')}:${process.env.PATH}` },
      timeout: 120_000,
    })
    assert.match(stdout, /^Backup .* is whole: 25 tables/m)
    assert.equal(stdout.match(/^Restored the backup /gm)?.length, 2)
    assert.match(stdout, /"id":"calendar-recurrence",.*"visibility":"invited"/)
    assert.match(stdout, /"status":"ready"/)
  })
})

const END = 'kill %1 %2 2>/dev/null || true; wait'
