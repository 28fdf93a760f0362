import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import { isEverythingRequired } from '../support/everything.ts'
import { openAnySite } from '../support/site.ts'

const run = promisify(execFile)

/** Debian's own Python, which has Debian's modules. */
const PYTHON = '/usr/bin/python3'
const READ = `
import feedparser, json, sys
feed = feedparser.parse(sys.argv[1])
print(json.dumps({'bozo': bool(feed.bozo), 'version': feed.version, 'titles': [e.title for e in feed.entries],
  'licences': [[l.href for l in e.links if l.rel == 'license'] for e in feed.entries],
  'dated': all(e.get('updated_parsed') for e in feed.entries)}))
`

/** Skips where a program of Debian is not there, unless nothing may be left out. */
async function isThere(t: TestContext, program: string, args: readonly string[]): Promise<boolean> {
  try {
    await run(program, args)
    return true
  } catch (error) {
    if (isEverythingRequired()) throw error
    t.skip(`${program} is not installed: see .ci/run`)
    return false
  }
}

async function feedsOf(t: TestContext): Promise<{ folder: string; files: string[]; titles: string[] }> {
  const contentLicense = { name: 'CC-BY-4.0', url: 'https://spdx.org/licenses/CC-BY-4.0.html' }
  const site = await openAnySite(t, { topics: ['tools'], contentLicense })
  const titles = ['Saws & "blades" ]]>', 'Marteau à dents — 鋸']
  for (const [place, title] of titles.entries()) {
    await site.publish({ path: `/tools/n${place}`, title })
    site.clock.advance({ minutes: 1 })
  }
  const folder = await mkdtemp(join(tmpdir(), 'colophon-feeds-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const files: string[] = []
  for (const path of ['/feed.atom', '/topics/tools/feed.atom', '/sitemap.xml', '/opensearch.xml']) {
    const file = join(folder, path.slice(1).replaceAll('/', '-'))
    await writeFile(file, (await site.get(path)).bytes)
    files.push(file)
  }
  return { folder, files, titles: titles.toReversed() }
}

test('xmllint finds no fault with what is XML', async (t) => {
  if (!(await isThere(t, 'xmllint', ['--version']))) return
  const { files } = await feedsOf(t)
  for (const file of files) {
    const { stderr } = await run('xmllint', ['--noout', '--nonet', file])
    assert.equal(stderr, '', file)
  }
})

test('feedparser reads the feeds as they are meant', async (t) => {
  if (!(await isThere(t, PYTHON, ['-c', 'import feedparser']))) return
  const { files, titles } = await feedsOf(t)
  for (const file of files.filter((name) => name.endsWith('.atom'))) {
    const read = JSON.parse((await run(PYTHON, ['-c', READ, file])).stdout)
    const licences = titles.map(() => ['https://spdx.org/licenses/CC-BY-4.0.html'])
    assert.deepEqual(
      { ...read, titles: read.titles.map(plain) },
      { bozo: false, version: 'atom10', titles, licences, dated: true },
    )
  }
})

/** feedparser hands texts on as HTML has them. */
function plain(title: string): string {
  return title.replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')
}
