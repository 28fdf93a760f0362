import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import { runCommand, startCommand } from '../support/command.ts'
import { sqlite } from '../support/engines.ts'
import { fencedBlocks } from '../support/guide-blocks.ts'
import { testSigningKey } from '../support/site.ts'

const PAGE = join(import.meta.dirname, '../../../../docs/editorial-life.md')

async function serve(t: TestContext, environment: Record<string, string>): Promise<string> {
  const command = startCommand(t, ['serve', '--examples', '--port', '0'], environment)
  for await (const line of command.lines) {
    const url = /^Colophon is at (\S+)$/.exec(line)?.[1]
    if (url !== undefined) return url
  }
  throw new Error((await command.ended).stderr)
}

test('every command of the editorial life works as it stands, and prints what it says', async (t) => {
  const environment = {
    COLOPHON_DATABASE_URL: await sqlite.emptyUrl({ after: (work) => t.after(work) }),
    COLOPHON_SIGNING_KEY: await testSigningKey(),
  }
  const url = await serve(t, environment)
  const issue = ['token', 'issue', '--preset', 'administrator', '--label', 'Ada']
  const [bearer] = (await runCommand(t, issue, environment)).lines
  const script = fencedBlocks(await readFile(PAGE, 'utf8'), 'sh').join('\n')
  const expected = [...script.matchAll(/# prints (.*)$/gm)].map(([, line]) => line)
  assert.ok(expected.length >= 20, `${expected.length} commands say what they print`)
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], {
    env: { PATH: process.env.PATH, ORIGIN: url, ADMIN: bearer },
    timeout: 120_000,
  })
  assert.deepEqual(stdout.trimEnd().split('\n'), expected)
})
