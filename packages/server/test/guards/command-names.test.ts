import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ROOT, readText } from './source-files.ts'

/** The packages that bring each command. */
function findCommands(manifests: readonly { name: string; bin?: Record<string, string> }[]) {
  const brought = new Map<string, string[]>()
  for (const { name, bin = {} } of manifests)
    for (const command of Object.keys(bin)) brought.set(command, [...(brought.get(command) ?? []), name])
  return Object.fromEntries(brought)
}

test('`colophon` comes with the command line and with the server, whichever of them is installed', () => {
  const paths = globSync('packages/*/package.json', { cwd: ROOT })
  assert.ok(paths.length >= 5)
  assert.deepEqual(findCommands(paths.sort().map((path) => JSON.parse(readText(path)))), {
    'colophon-cli': ['@colophon/cli'],
    colophon: ['@colophon/cli', '@colophon/server'],
  })
})

test('npx can tell which command of the command line it is to run: all of them are one file', () => {
  const { bin }: { bin: Record<string, string> } = JSON.parse(readText('packages/cli/package.json'))
  assert.equal(new Set(Object.values(bin)).size, 1)
})

for (const program of ['packages/cli/bin/colophon.js', 'packages/server/bin/colophon.js'])
  test(`${program} has the commands of a server where that is installed`, () => {
    const help = execFileSync(process.execPath, [join(ROOT, program), '--help'], { encoding: 'utf8' })
    for (const command of ['serve', 'token', 'backup', 'search', 'verify'])
      assert.match(help, new RegExp(`^  ${command}\\b`, 'm'))
  })
