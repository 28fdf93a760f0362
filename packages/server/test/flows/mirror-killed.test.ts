import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { test } from 'node:test'
import { startCommand } from '../support/command.ts'
import { makeFolder } from '../support/folder.ts'
import { mirrorer, textOf, textsIn } from '../support/mirror.ts'
import { openAnySite } from '../support/site.ts'
import { openVerifier } from '../support/verify.ts'

const KILLS = 8

test('a mirror that is killed again and again goes on, and ends complete', async (t) => {
  const site = await openAnySite(t, { topics: ['tools', 'toys'] })
  const expected: Record<string, string> = {}
  for (let number = 0; number < 120; number += 1) {
    const path = `/${number % 3 ? 'tools' : 'toys'}/n${number}`
    expected[`${path.slice(1)}.md`] = await textOf(site, await site.publish({ path }))
  }
  const folder = await makeFolder(t)
  for (let kill = 0; kill < KILLS; kill += 1) {
    const running = startCommand(t, ['mirror', folder, '--url', site.url], {})
    setTimeout(() => running.kill('SIGKILL'), 250 + randomInt(300))
    await running.ended
    // What has its name is whole.
    const texts = await textsIn(folder)
    for (const [name, text] of Object.entries(texts)) assert.equal(text, expected[name])
  }
  const last = await mirrorer(t, site.url, folder)(['--json'])
  assert.equal(last.code, 0, last.stderr)
  assert.deepEqual(await textsIn(folder), expected)
  const { code, stderr } = await (await openVerifier(t)).verify('--mirror', folder, '--url', site.url)
  assert.equal(code, 0, stderr)
  assert.doesNotMatch(stderr, /not in its log/)
})
