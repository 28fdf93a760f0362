import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { type Client, createClient } from '@colophon/client'
import { DOCUMENTS, OPERATIONS, type Operation, PAGES } from '@colophon/contract'
import { runCommand, startCommand } from '../support/command.ts'
import { makeFolder } from '../support/folder.ts'
import { mirrorInto } from '../support/mirror.ts'
import { serveMirror } from '../support/served-mirror.ts'
import { openAnySite, type Site } from '../support/site.ts'
import { openVerifier } from '../support/verify.ts'

const BIN = join(import.meta.dirname, '../../bin/colophon.js')

/** What cannot be the same, and why. */
const OTHERS: Readonly<Record<string, string>> = {
  'x-request-id': 'names the request',
  date: 'is the time of the answer',
}

/** What a mirror answers with 404 although its press answers it, or for itself, and why. */
const NOT_HELD: Readonly<Record<string, string>> = {
  getSignals: 'reports of use come every minute, and belong to the press that counts them',
  getAttestation: 'a mirror has no key to sign with',
  getMetrics: 'each process measures itself',
}

type Test = Parameters<typeof openAnySite>[0]

/** A press with a history: revisions, moves, retirements, an observation, a topic that was hidden for a while. */
async function openLived(t: Test): Promise<Site> {
  const site = await openAnySite(t, { topics: ['tools', 'toys'], oauth: false })
  const publish: Site['publish'] = async (wish) => {
    site.clock.advance({ seconds: 1 })
    return await site.publish(wish)
  }
  const retire = async (hash: string, more: object) => {
    site.clock.advance({ seconds: 1 })
    const body = { state: 'retired', reason: 'It is wrong.', expected_retirement_hash: null, ...more }
    const answer = await site.post(`/api/v1/objects/${hash}/retirement`, body, { token: site.admin })
    return answer.as('retireRevision').retirement_hash
  }
  const show = async (visibility: 'public' | 'invited', topic: string) => {
    site.clock.advance({ seconds: 1 })
    const expected_visibility = visibility === 'public' ? 'invited' : 'public'
    const body = { expected_visibility, visibility, reason: 'x' }
    await site.post(`/api/v1/topics/${topic}/visibility`, body, { token: site.admin })
  }
  await site.topic('plans', 'invited')
  await publish({ path: '/plans/roof', body: '# Roof\n\nHidden timber plan.\n' })
  const saw = await publish({
    path: '/tools/saw',
    title: 'Saws',
    body: '# Saws\n\nA saw cuts timber.\n\n## Care\n\nOil it.\n',
  })
  const axe = await publish({ path: '/tools/axe', title: 'Axes', body: '# Axes\n\nAn axe splits timber.\n' })
  const old = await publish({ path: '/tools/adze', title: 'Adzes' })
  const next = await publish({
    path: '/tools/blade',
    title: 'Blades',
    body: '# Saws\n\nA saw rips timber.\n',
    revises: saw,
  })
  await publish({ path: '/tools/saw-again', title: 'Blades', body: '# Saws\n\nThird.\n', revises: next })
  await publish({ path: '/tools/contribution-standard', title: 'Standard' })
  await retire(old.content_hash, { replacement_hashes: [axe.content_hash] })
  await publish({ path: '/toys/top' })
  await show('invited', 'toys')
  const kite = await publish({ path: '/toys/kite' })
  await show('public', 'toys')
  const said = {
    kind: 'observation',
    observed_at: '2026-01-01T00:00:00.000Z',
    applicability: 'At the pier.',
  } as const
  await publish({ path: '/toys/tide', ...said, refresh_after: '2026-01-02T00:00:00.000Z' })
  const retired = await retire(kite.content_hash, {})
  await retire(kite.content_hash, { state: 'active', expected_retirement_hash: retired })
  await site.topic('brief')
  await publish({ path: '/brief/note' })
  await show('invited', 'brief')
  for (let number = 0; number < 25; number += 1)
    await publish({ path: `/tools/n${number}`, body: `# N\n\nTimber ${number}.\n` })
  return site
}

interface Known {
  readonly topics: readonly string[]
  readonly entries: readonly string[]
  readonly hashes: readonly string[]
  readonly paths: readonly string[]
}

/** What the press shows to anybody, found by its own lists. */
async function readKnown(site: Site): Promise<Known> {
  const topics = (await site.get('/api/v1/topics?limit=100')).as('listTopics').items
  const changes = (await site.get('/api/v1/changes?limit=100')).as('listChanges').items
  const hashes = changes.flatMap(({ content_hash, publication_hash, retirement_hash }) => [
    content_hash,
    publication_hash,
    retirement_hash,
  ])
  const of = (values: readonly (string | null)[]) => [...new Set(values)].filter((value) => value !== null)
  return {
    topics: [...topics.map(({ id }) => id), 'plans', 'brief', 'nothing'],
    entries: [...of(changes.map(({ entry_id }) => entry_id)), '00000000-0000-4000-8000-000000000000'],
    hashes: [...of([...hashes, ...topics.map(({ policy_hash }) => policy_hash)]), 'a'.repeat(64)],
    paths: [...of(changes.map(({ path }) => path)), '/plans/roof', '/tools/nothing'],
  }
}

const QUERIES: Readonly<Record<string, (known: Known) => readonly string[]>> = {
  listTopics: () => ['', '?limit=1'],
  listIndex: ({ topics }) => ['', '?limit=3', '?mode=reviewed', ...topics.map((topic) => `?topic=${topic}`)],
  search: () =>
    [
      'timber',
      'saw',
      'timber+splits&match=most',
      'tmber',
      'Third',
      'timber&topic=tools&limit=4',
      'plan',
      'top&mode=direct',
    ].map((q) => `?q=${q}`),
  findPassages: () => ['?q=what+splits+timber', '?q=oil&topic=tools', '?q=hidden+plan&budget=300'],
  resolvePath: ({ paths }) => paths.map((path) => `?path=${path}`),
  listChanges: ({ topics }) => ['', '?limit=7&after=3', ...topics.map((topic) => `?topic=${topic}`)],
  getStatus: ({ hashes }) => [
    `?${hashes
      .slice(0, 99)
      .map((hash) => `sha256=${hash}`)
      .join('&')}`,
  ],
  showSearch: () => ['', '?q=timber', '?q=tmber'],
  readObject: () => [''],
}

/** Every public address of the contract, with what the press knows for its parameters. */
function addressesOf(known: Known): [id: string, path: string][] {
  const operations = Object.values(OPERATIONS as Record<string, Operation>)
    .filter(({ method }) => method === 'GET')
    .map(({ id, path }) => ({ id, path }))
  const pages = Object.entries(PAGES).map(([id, { path }]) => ({ id, path }))
  const all = [...operations, ...DOCUMENTS, ...pages].filter(({ id }) => !Object.hasOwn(NOT_HELD, id))
  return all.flatMap(({ id, path }) => {
    const queries = QUERIES[id]?.(known) ?? ['']
    return filled(path, known).flatMap((address) =>
      queries.map((query): [string, string] => [id, `${address}${query}`]),
    )
  })
}

function filled(path: string, known: Known): string[] {
  const values: Readonly<Record<string, readonly string[]>> = {
    id: known.topics,
    uuid: known.entries,
    sha256: known.hashes,
    path: known.paths.map((one) => one.slice(1)),
    code: ['not_found', 'nothing'],
    topic: known.topics,
  }
  if (path.includes('{a}'))
    return pairsOf(known.hashes).map(([a, b]) => path.replace('{a}', a).replace('{b}', b))
  if (path.includes('{level}'))
    return ['entries/000.p/33', '0/000.p/33', '0/000.p/5', '1/000', 'entries/001'].map((tile) =>
      path.replace('{level}/{tile}', tile),
    )
  const [, name] = /\{(\w+)\}/.exec(path) ?? []
  if (name === undefined) return [path]
  return (values[name] ?? ['nothing']).map((value) => path.replace(`{${name}}`, value))
}

function pairsOf(hashes: readonly string[]): [string, string][] {
  return hashes.slice(0, 12).flatMap((a) => hashes.slice(0, 12).map((b): [string, string] => [a, b]))
}

interface Read {
  readonly status: number
  readonly headers: Record<string, string>
  readonly text: string
}

async function read(origin: string, path: string): Promise<Read> {
  const response = await fetch(`${origin}${path}`, { redirect: 'manual' })
  const body = Buffer.from(await response.arrayBuffer())
  const id = response.headers.get('x-request-id') ?? 'none'
  const text = body.toString('latin1').replaceAll(id, 'ID')
  const headers = Object.fromEntries([...response.headers].filter(([name]) => !(name in OTHERS)))
  return withoutCursors({ status: response.status, headers, text })
}

/** A cursor is sealed with a key of whoever answers; an answer that holds one has another tag and another length. */
function withoutCursors(answer: Read): Read {
  const text = answer.text.replaceAll(CURSOR, '$1CURSOR').replaceAll(REPORTED_USE, '')
  // The part that is taken out of a page leaves its tag and its length behind.
  if (text === answer.text && !text.includes('class="article-page"')) return answer
  const { etag: _tag, 'content-length': _length, ...headers } = answer.headers
  const link = headers.link?.replaceAll(CURSOR, '$1CURSOR')
  return { ...answer, headers: { ...headers, ...(link === undefined ? {} : { link }) }, text }
}

/** Part of a page, of what a mirror does not hold: see NOT_HELD. */
const REPORTED_USE = /<section class="signals".*?<\/section>/gs
const CURSOR = /("next_cursor":|cursor=)"?[\w-]{20,}"?/g

test('a folder answers every public read as its press does, byte for byte, and is left as it is', async (t) => {
  const site = await openLived(t)
  const folder = await makeFolder(t)
  await mirrorInto(folder, site.url)
  const before = await filesOf(folder)
  const mirror = await serveMirror(t, site, folder)
  const known = await readKnown(site)
  const addresses = addressesOf(known)
  assert.ok(addresses.length > 600, String(addresses.length))
  const wrong: string[] = []
  let found = 0
  for (const [id, path] of addresses) {
    const [one, other] = await Promise.all([read(site.url, path), read(mirror, path)])
    if (one.status === 200) found += 1
    try {
      assert.deepEqual(other, one)
    } catch (error) {
      wrong.push(`${id} ${path}\n${String(error).slice(0, 900)}`)
    }
  }
  assert.deepEqual(
    wrong.slice(0, 8),
    [],
    `${wrong.length} of ${addresses.length}:\n${wrong.map((one) => one.split('\n')[0]).join('\n')}`,
  )
  assert.ok(found > 300, String(found))
  assert.deepEqual(await filesOf(folder), before)
})

test('lists go on from their cursors, and what a folder does not hold is not found', async (t) => {
  const site = await openLived(t)
  const folder = await makeFolder(t)
  await mirrorInto(folder, site.url)
  const mirror = await serveMirror(t, site, folder)
  const [one, other] = [createClient({ url: site.url }), createClient({ url: mirror })]
  const walk = async (client: Client, id: 'listIndex' | 'listChanges') => {
    const items: unknown[] = []
    for await (const item of client.pages(id, { query: { limit: 3 } })) items.push(item)
    return items
  }
  for (const id of ['listIndex', 'listChanges'] as const)
    assert.deepEqual(await walk(other, id), await walk(one, id))
  const [{ content_hash: hash } = { content_hash: '' }] = (await one.call('listIndex', {})).items
  for (const path of [`/api/v1/objects/${hash}/signals`, '/console', '/oauth/authorize'])
    assert.equal((await fetch(`${mirror}${path}`)).status, 404, path)
  const act = await fetch(`${mirror}/api/v1/identities`, {
    method: 'POST',
    headers: { 'idempotency-key': randomUUID(), 'content-type': 'application/json' },
    body: '{}',
  })
  assert.equal(act.status, 404)
  assert.match(await act.text(), /This is a mirror/)
  const { verify } = await openVerifier(t)
  assert.equal((await verify('--url', mirror, hash)).code, 0)
  const file = join(folder, '.mirror/objects', hash.slice(0, 2), hash)
  await writeFile(file, 'altered')
  const altered = await serveMirror(t, site, folder)
  assert.equal((await fetch(`${altered}/objects/${hash}`)).status, 404)
})

test('the tools answer from a folder as they do at the press, over HTTP and on stdio', async (t) => {
  const site = await openLived(t)
  const folder = await makeFolder(t)
  await mirrorInto(folder, site.url)
  const mirror = await serveMirror(t, site, folder)
  const call = (name: string, args: object) => ({ method: 'tools/call', params: { name, arguments: args } })
  const messages = [
    { method: 'tools/list' },
    { method: 'resources/list' },
    call('search_knowledge', { question: 'what splits timber' }),
    call('search_knowledge', { query: 'timber' }),
    call('find_passages', { question: 'what splits timber?' }),
    call('read_article', { path: '/tools/axe' }),
    call('read_article', { path: '/tools/nothing' }),
    call('list_topics', {}),
    call('browse_index', { topic: 'toys' }),
  ].map((message, place) => JSON.stringify({ jsonrpc: '2.0', id: place + 1, ...message }))
  const ask = async (origin: string, body: string) => {
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
    return await (await fetch(`${origin}/mcp`, { method: 'POST', headers, body })).text()
  }
  const answers: string[] = []
  for (const message of messages) {
    const answer = await ask(site.url, message)
    assert.equal(withoutNoise(await ask(mirror, message)), withoutNoise(answer), message)
    answers.push(answer)
  }
  const child = spawn(process.execPath, [BIN, 'mcp', '--mirror', folder], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin.end(messages.map((message) => `${message}\n`).join(''))
  const lines = (await text(child.stdout)).trimEnd().split('\n')
  const byId = new Map(lines.map((line) => [JSON.parse(line).id, line]))
  for (const [place, answer] of answers.entries())
    if (place !== 0)
      assert.equal(withoutNoise(byId.get(place + 1) ?? ''), withoutNoise(answer), messages[place])
})

/** Cursors, ids of requests, and times of checks. */
function withoutNoise(answer: string): string {
  return answer
    .replaceAll(/[\w-]{40,}(?=[^\w-]|$)/g, (long) => (/^[0-9a-f]{64}$/.test(long) ? long : 'CURSOR'))
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'UUID')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
}

test('colophon serve --mirror listens for a folder, and refuses what is none', async (t) => {
  const site = await openAnySite(t, { topics: ['tools'] })
  const { content_hash } = await site.publish({ path: '/tools/saw' })
  const folder = await makeFolder(t)
  await mirrorInto(folder, site.url)
  const served = startCommand(t, ['serve', '--mirror', folder, '--port', '0'], {})
  let address = ''
  for await (const line of served.lines) {
    address = /^The mirror of \S+ is at (\S+)$/.exec(line)?.[1] ?? ''
    if (address !== '') break
  }
  const { text: bytes } = await site.get(`/objects/${content_hash}`)
  assert.equal(await (await fetch(`${address}/objects/${content_hash}`)).text(), bytes)
  served.kill('SIGTERM')
  assert.equal((await served.ended).code, 0)
  const { code, stderr } = await runCommand(t, ['serve', '--mirror', await makeFolder(t), '--port', '0'], {})
  assert.equal(code, 2)
  assert.match(stderr, /^colophon: \S+ is no mirror: colophon mirror makes one\n$/)
})

async function filesOf(folder: string): Promise<string[]> {
  const names = (await readdir(folder, { recursive: true })).sort()
  return await Promise.all(
    names.map(async (name) => {
      const { mtimeMs, size } = await stat(join(folder, name))
      return `${name} ${size} ${mtimeMs}`
    }),
  )
}
