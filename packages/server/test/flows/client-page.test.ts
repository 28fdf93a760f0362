import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { publishExamples } from '../../src/commands/examples.ts'
import { readText } from '../guards/source-files.ts'
import { fencedBlocks } from '../support/guide-blocks.ts'
import { openAnySite } from '../support/site.ts'

const ROOT = resolve(import.meta.dirname, '../../../..')
const run = promisify(execFile)

test('every example of the page about the client runs as JavaScript, and is strict TypeScript', async (t) => {
  const site = await openAnySite(t)
  await publishExamples(site.app)
  const blocks = fencedBlocks(readText('docs/client.md'), 'js')
  assert.ok(blocks.length >= 10)
  // Below the root, so that the packages are found by their names.
  const cache = join(ROOT, 'node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'client-page-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const program = blocks.join('\n').replaceAll('https://press.example', site.url)
  for (const name of ['page.mjs', 'page.mts']) writeFileSync(join(folder, name), program)
  const config = {
    extends: join(ROOT, 'tsconfig.json'),
    compilerOptions: { typeRoots: [join(ROOT, 'node_modules/@types')] },
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ ...config, include: ['page.mts'] }))
  const { stdout } = await run(process.execPath, [join(folder, 'page.mjs')], {
    env: { COLOPHON_TOKEN: await site.token({ preset: 'trusted_author' }) },
  })
  for (const line of [
    /^\/contact-import\/birthdays-without-year /m,
    / submitted$/m,
    /^no such entry$/m,
    /^next time: after [1-9]/m,
  ])
    assert.match(stdout, line)
  await run(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', folder]).catch(
    (error) => {
      throw new Error(error.stdout)
    },
  )
})
