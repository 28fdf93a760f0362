import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { globSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { programOf, skipWithout } from '../support/programs.ts'

const UNITS = resolve(import.meta.dirname, '../../../../deploy/systemd')
const MOST_EXPOSURE = 2
const analyze = (args: readonly string[]) => promisify(execFile)(programOf('systemd') ?? '', [...args])

test('systemd finds little that the services could do beside their work', {
  skip: skipWithout(['systemd']),
}, async () => {
  const services = globSync(join(UNITS, '*.service'))
  assert.deepEqual(services.map((path) => basename(path)).sort(), [
    'colophon-backup.service',
    'colophon.service',
  ])
  for (const service of services) {
    const { stdout } = await analyze(['security', '--offline=true', '--no-pager', service])
    const exposure = /Overall exposure level for \S+: ([\d.]+)/.exec(stdout)?.[1]
    assert.ok(Number(exposure) < MOST_EXPOSURE, `${service} ${exposure}`)
  }
})

test('systemd understands every line of the units', { skip: skipWithout(['systemd']) }, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'colophon-units-'))
  t.after(() => rm(folder, { recursive: true }))
  const files = globSync(join(UNITS, '*.{service,timer}'))
  for (const file of files) {
    const text = await readFile(file, 'utf8')
    await writeFile(join(folder, basename(file)), text.replaceAll('/usr/local/bin/colophon', '/bin/true'))
  }
  const { stdout, stderr } = await analyze(['verify', ...files.map((file) => join(folder, basename(file)))])
  const ours = `${stdout}${stderr}`.split('\n').filter((line) => /colophon/.test(line))
  assert.deepEqual(ours, [])
})
