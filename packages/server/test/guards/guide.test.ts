import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { publishExamples } from '../../src/commands/examples.ts'
import { isEverythingRequired } from '../support/everything.ts'
import { makeFolder } from '../support/folder.ts'
import { curlCommands, fencedBlocks, readCurl } from '../support/guide-blocks.ts'
import { openAnySite, type Site } from '../support/site.ts'

/** What a curl of the guide is meant to show, where it is not a success. */
const SHOWN_STATUS: Readonly<Record<string, number>> = {
  '/api/v1/entries/00000000-0000-4000-8000-000000000000': 404,
  '/mcp': 200,
}

test('every curl of the guide works on a press with the examples', async (t) => {
  const site = await openAnySite(t)
  await publishExamples(site.app)
  const guide = (await site.get('/agent.md')).text
  const variables = new Map([
    ['TOKEN', await site.token({ preset: 'trusted_author' })],
    ['KEY', randomUUID()],
  ])
  const commands = curlCommands(fencedBlocks(guide, 'sh'))
  for (const command of commands) await follow(site, command, variables)
  assert.ok(commands.length >= 20, `only ${commands.length} commands were found`)
})

function statusOf(method: string, headers: Readonly<Record<string, string>>): number {
  if (headers['If-None-Match']) return 304
  if (headers.Range) return 206
  return method === 'POST' ? 201 : 200
}

async function follow(site: Site, command: string, variables: Map<string, string>): Promise<void> {
  const { method, url, headers, body, takes } = readCurl(command, variables)
  assert.ok(url.startsWith(`${site.url}/`), command)
  const response = await fetch(url, { method, headers, body })
  const text = await response.text()
  const path = url.slice(site.url.length)
  const wanted = SHOWN_STATUS[path] ?? statusOf(method, headers)
  assert.equal(response.status, wanted, `${command}\n${text}`)
  if (takes === null) return
  const value: unknown = JSON.parse(text)[takes.member]
  assert.equal(typeof value, 'string', command)
  variables.set(takes.variable, String(value))
}

/** Each is an id or a hash once the commands have run, and shows that none of them failed on its way there. */
const LEFT_BY_THE_GUIDE = ['HASH', 'ENTRY', 'KEY', 'REPORT', 'PROPOSAL', 'CANDIDATE', 'SUGGESTION']
const ID_OR_HASH = /^(?:[0-9a-f]{64}|[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12})$/

const hasShell = isInstalled('curl') || isEverythingRequired()

test('a shell runs the guide as it stands', {
  skip: !hasShell && 'curl is not installed here',
}, async (t) => {
  const site = await openAnySite(t)
  await publishExamples(site.app)
  const blocks = fencedBlocks((await site.get('/agent.md')).text, 'sh')
  const left = LEFT_BY_THE_GUIDE.map((name) => `$${name}`).join(' ')
  const script = [...blocks, `echo; echo "left ${left}"`].join('\n')
  const { stdout, stderr } = await promisify(execFile)('sh', ['-euc', script], {
    env: { PATH: process.env.PATH, TOKEN: await site.token({ preset: 'trusted_author' }) },
    maxBuffer: 16 * 1024 * 1024,
  })
  assert.equal(stderr, '')
  const values = /^left (.*)$/m.exec(stdout)?.[1]?.split(' ') ?? []
  assert.deepEqual(
    values.filter((value) => !ID_OR_HASH.test(value)),
    [],
  )
  assert.equal(values.length, LEFT_BY_THE_GUIDE.length)
  assert.match(stdout, new RegExp(`^${values[0]} +-$`, 'm'), 'sha256sum shows the hash again')
})

const CLIENTS = [
  { language: 'js', program: process.execPath, file: 'client.mjs' },
  { language: 'python', program: 'python3', file: 'client.py' },
]

for (const { language, program, file } of CLIENTS) {
  const skip = !isInstalled(program) && !isEverythingRequired() && `${program} is not installed here`
  test(`the minimal client in ${language} reads an article and the whole index`, { skip }, async (t) => {
    const site = await openAnySite(t)
    await publishExamples(site.app)
    const [source] = fencedBlocks((await site.get('/agent.md')).text, language)
    const script = join(await makeFolder(t), file)
    await writeFile(script, source ?? '')
    const { stdout } = await promisify(execFile)(program, [script])
    const { total } = (await site.get('/api/v1/topics/contact-import')).as('getTopic').published_counts
    assert.equal(stdout.match(/^\/contact-import\//gm)?.length, total)
  })
}

function isInstalled(program: string): boolean {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
