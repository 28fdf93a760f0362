import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { installOtherRuntimes, run } from '../support/packed.ts'
import { openExamples, withInstalled } from './installed.ts'

/** How each is given a program. Deno asks for every right to look at what is in memory, where tests have their files. */
const WAYS = {
  deno: ['run', '--no-prompt', '--allow-all'],
  bun: ['--bun'],
} as const

const PROGRAM = `import { createClient, readStored } from '@colophon/client'
import process from 'node:process'
const client = createClient({ url: process.env.COLOPHON_URL })
const { items } = await client.call('search', { query: { q: 'birthday without year', limit: 1 } })
console.log(readStored(await client.readObject(items[0].content_hash)).fields.title)
`

test(
  'the client and the command read and verify on Deno and on Bun',
  withInstalled(async (t, { cli }) => {
    const programs = await installOtherRuntimes()
    const url = await openExamples(t)
    await writeFile(join(cli, 'elsewhere.mjs'), PROGRAM)
    const command = join(cli, 'node_modules/@colophon/cli/bin/colophon.js')
    for (const name of ['deno', 'bun'] as const) {
      const runOn = (...args: string[]) =>
        run(programs[name], [...WAYS[name], ...args], { cwd: cli, environment: { COLOPHON_URL: url } })
      const client = await runOn('elsewhere.mjs')
      assert.deepEqual(
        [client.code, client.stdout],
        [0, 'Birthdays without a year\n'],
        `${name} ${client.stderr}`,
      )
      const read = await runOn(command, 'read', '/contact-import/birthdays-without-year')
      assert.equal(read.code, 0, `${name} ${read.stderr}`)
      assert.match(read.stdout, /^---\n/, name)
      const refused = await runOn(command, 'read', '/no/where')
      assert.equal(refused.code, 3, `${name} ${refused.stderr}`)
      const unreached = await runOn(command, 'topics', '--url', 'http://127.0.0.1:1')
      assert.deepEqual([unreached.code, unreached.stdout], [4, ''], `${name} ${unreached.stderr}`)
    }
  }),
)
